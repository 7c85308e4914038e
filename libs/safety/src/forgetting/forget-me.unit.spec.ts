import { describe, expect, it } from '@jest/globals';
import { asksToForgetMe } from './forget-me.js';
import { forgettingOf } from './forgetting.js';

describe('everything of somebody is forgotten', () => {
  it.each([
    'forget me',
    'hi bot, please forget me now!',
    'hello assistant, wipe all my data',
    'right to erasure request - delete my personal data',
    'GDPR: please remove all information you hold on me',
    'purge all you kno about me and erase whatever you have stored on me',
    'would u please erase what you know abt me',
    'I want all my data erased',
    "I'd love to have everything about me deleted",
    'stop remembering things about me',
    'ok so please do not store anything about me',
    'I hereby exercise my right to be forgotten',
    'clear my memory please',
    'Get rid of all the notes you have on me.',
    'Thanks for the help. Now delete your memories of me',
    'i request deletion of all my data',
    'can you forget everything about me?',
  ])('on: %s', (text) => expect(asksToForgetMe(text, 'all')).toBe(true));
  it.each([
    'forget I exist',
    'forget that i ever existed',
    'Kith, remove me',
    'delete everything I told you',
  ])('on, when it is put to the agent: %s', (text) =>
    expect([asksToForgetMe(text, 'agent'), asksToForgetMe(text, 'all')]).toEqual([true, false]),
  );
  it.each([
    'forget me not',
    'forget me, ask Lou',
    'just forget me',
    "don't forget me",
    'you never remember anything about me',
    "don't keep stuff on me",
    'drop everything on me',
    'lou: forget everything about me',
    'if i told you to delete all my data, would you?',
    'delete all my data?',
    'did they wipe all my data',
    'she wants everything about me gone',
    'wipe my memory of that film',
    'delete my data folder before you reboot',
    'forget everything about me being late',
    'I lost all my data',
    'what do you know about me?',
    '"delete everything about me" would be a good title',
    'remove all the notes on the fridge',
    'clear everything on my desk',
  ])('and not on: %s', (text) => expect(asksToForgetMe(text, 'all')).toBe(false));
  it('and not on what is said to another', () => expect(asksToForgetMe('forget me', 'somebody')).toBe(false));
});

describe('everything of somebody is forgotten by every agent', () => {
  const everyAgent = { kind: 'about-me', withOthers: false, ofEveryAgent: true };
  it.each([
    'forget everything about me everywhere',
    'Forget me everywhere, please',
    'please forget everything about me, with every agent',
    'delete all my data from every bot',
    'all bots: forget everything about me',
    'Every agent should forget everything about me.',
    'all of your assistants, delete all my data',
    'please erase everything any of you agents know about me',
    'erase everything every assistant knows about me',
    'GDPR: please remove all information you hold on me across all agents',
  ])('on: %s', (text) => expect(forgettingOf(text, 'all')).toEqual(everyAgent));
  it.each([
    'forget everything about me',
    'I travelled everywhere. Forget everything about me',
    'forget everything about me, not everywhere',
    'delete all my data. All bots are silly',
  ])('and by one alone on: %s', (text) =>
    expect(forgettingOf(text, 'all')).toEqual({ ...everyAgent, ofEveryAgent: false }),
  );
  it.each([
    'all bots forget everything about me after a week',
    'every agent forgets me',
    'did all bots forget everything about me?',
    'Lou and every agent forget me everywhere I go',
  ])('and not at all on: %s', (text) => expect(forgettingOf(text, 'all')?.kind).not.toBe('about-me'));
});

describe('nothing is forgotten where less than everything is meant', () => {
  it.each([
    'forget everything I said here',
    'delete everything I told you in this channel',
    'forget everything I told you yesterday',
    'forget everything about me in this channel',
    'erase everything you know about me since last week',
    'forget everything about me everywhere but here',
  ])('by: %s', (text) => expect(forgettingOf(text, 'agent')).toEqual({ kind: 'about-me-except' }));
  it.each([
    'forget everything I said to you',
    'forget everything about me in your memory',
    'forget everything about me today please',
    'forget everything about me this instant',
    "forget everything about me since I'm leaving",
  ])('but is by: %s', (text) => expect(forgettingOf(text, 'agent')?.kind).toBe('about-me'));
});

describe('what was said just now is taken back among people', () => {
  it.each([
    'actually, scratch that',
    'nvm, forget that',
    'disregard my previous msg pls',
    'ignore what I just wrote',
    'oh forget what i said',
    'nvm what i said',
  ])('on: %s', (text) => expect(forgettingOf(text, 'all')).toEqual({ kind: 'take-back', rest: null }));
  it.each([
    'lou: forget that',
    '@lou ignore my last message',
    'forget it',
    'nvm',
    'never mind',
    'delete that',
  ])('and not on: %s', (text) => expect(forgettingOf(text, 'all')?.kind).not.toBe('take-back'));
  it('and in an answer to another, of what is answered', () =>
    expect(forgettingOf('scratch that', 'somebody')).toEqual({ kind: 'take-back', rest: null }));
});

describe('what to forget is named', () => {
  it.each([
    ['forget about the oboe', 'the oboe'],
    ['please forget about my old boat', 'my old boat'],
    ['remove the bit about the oboe', 'the oboe'],
    ['nvm what I said about the oboe', 'the oboe'],
    ['ignore everything i said about the oboe', 'the oboe'],
  ])('in: %s', (text, what) => expect(forgettingOf(text, 'all')).toEqual({ kind: 'what', what, rest: null }));
  it.each([
    'forget about it',
    'forget about the train, we take the bus',
    'never mind the oboe',
    'ignore the noise',
  ])('and not in: %s', (text) => expect(forgettingOf(text, 'all')?.kind).not.toBe('what'));
});
