import { describe, expect, it } from '@jest/globals';
import { disowning, disownedIn } from './disowning.js';

describe('what somebody says they did not write', () => {
  it.each([
    'That was not me',
    'that wasnt me!',
    'That wasn’t me, sorry',
    "no, that wasn't me 🙄",
    "Wasn't me, somebody used my phone",
    'I never wrote that',
    "I didn't send that message, I got hacked",
    'not me, my brother had my phone',
    'That was not me. My little sister was on my laptop.',
    'Sorry all, that was not me, because my account was hacked!',
    '@iris that was not me',
    'It was not me who wrote that',
    'my daughter typed this on my tablet',
    'hey, I never posted that! it was my roommate',
    "That wasn't me - my cat walked across my keyboard",
  ])('is heard: %s', (text) =>
    expect(disownedIn(text)?.replace(/[.!]$/u, '')).toBe(text.replace(/[.!]$/u, '')),
  );
  it.each([
    'That was not meant for me',
    'That was not my best idea',
    'It was not me who was late, haha',
    'it was not me who broke it',
    'not my cup of tea',
    'Not me',
    "It wasn't me",
    'That was not me?',
    "That wasn't me, was it?",
    'I never wrote that, did I?',
    'was that not me',
    'That was not him',
    'That was not me at my best',
    "That wasn't me being rude",
    'That was not me. It was Bob who broke the vase.',
    '"That was not me"',
    '> that was not me',
    'She said that was not me',
    'Bob says: I never wrote that',
    'I never wrote that book',
    'I never said that he was late',
    'I never wrote to Ana',
    'My brother had my phone',
    'My brother had my phone repaired',
    'That was not me, my brother had my phone?',
    "if that wasn't me, who was it",
    'not me, I love rain',
  ])('is not heard: %s', (text) => expect(disownedIn(text)).toBe(null));
  it('is heard with any phrase of the lists, and with any excuse', () => {
    const { slots, denials, words, unsure, stories } = disowning;
    const filled = (phrase: string): string =>
      phrase.replace(/<(\w+)>/gu, (_, name: string) => slots[name]?.at(-1) ?? '');
    const said = [
      ...[...denials, ...words].map(filled),
      ...unsure.map((phrase) => `${phrase}, I was hacked`),
      ...stories.map((phrase) => `that was not me, ${filled(phrase)}`),
    ];
    expect(said.filter((text) => disownedIn(text) !== text)).toEqual([]);
  });
  it('leaves what else is said', () =>
    expect(disownedIn('I never wrote that, my son had my phone. I live in Oslo.')).toBe(
      'I never wrote that, my son had my phone',
    ));
  it('names only slots that there are', () => {
    const used = [...JSON.stringify(disowning).matchAll(/<(\w+)>/gu)].map((match) => match[1]);
    expect([...new Set(used)].sort()).toEqual(Object.keys(disowning.slots).sort());
  });
});
