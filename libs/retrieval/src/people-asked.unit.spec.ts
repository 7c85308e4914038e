import { describe, expect, it } from '@jest/globals';
import { findPeopleAskedAbout, type CalledPerson, type PeopleAskedAbout } from './index.js';

const people: readonly CalledPerson[] = [
  { entityId: 'me', names: ['nora', 'Nora Vale'] },
  { entityId: 'ivo', names: ['ivo_77', 'Ivo'] },
  { entityId: 'ivo-plays', names: ['Ivo Plays'] },
  { entityId: 'tam-1', names: ['tam.k', 'Tamsin'] },
  { entityId: 'tam-2', names: ['tams', 'Tamsin'] },
  { entityId: 'will', names: ['will', 'Will'] },
  { entityId: 'sky', names: ['sky', 'Sky'] },
  { entityId: 'q', names: ['q', 'Q'] },
  { entityId: 'may', names: ['May'] },
  { entityId: 'jo', names: ["Jo O'Neill"] },
  { entityId: 'aya', names: ['彩香'] },
];
const ask = (query: string): PeopleAskedAbout => findPeopleAskedAbout(query, people, ['me']);
const named = (query: string): readonly string[] => ask(query).asked.map(({ entityId }) => entityId);

describe('people asked about', () => {
  it.each([
    ['what does Ivo play?', ['ivo', 'ivo-plays']],
    ['what does ivo play?', ['ivo', 'ivo-plays']],
    ['where is Ivo Plays now', ['ivo-plays']],
    ["ivo_77's farm", ['ivo']],
    ['@tams, really?', ['tam-2']],
    ['ask @tam.k', ['tam-1']],
    ['ivos farm', ['ivo', 'ivo-plays']],
    ["Jo O'Neill's flat", ['jo']],
    ['Jo’s flat', ['jo']],
    ['彩香は何が好き？', ['aya']],
    ['IVO?', ['ivo', 'ivo-plays']],
    ['who plays here?', []],
  ])('%s', (query, expected) => {
    expect(named(query)).toEqual(expected);
  });

  it.each([
    ['will it snow tomorrow?', []],
    ['Will you come?', []],
    ['is Will coming?', ['will']],
    ["what is will's job", []],
    ['the sky is blue', []],
    ['what does sky think about it', ['sky']],
    ["sky's dog", ['sky']],
    ['what happened in May?', []],
    ['did May call?', ['may']],
    ['what does Ivo say about sky?', ['ivo', 'ivo-plays']],
    ['ivo-like farms', []],
    ['pivot and ivory', []],
    ['WILL IT SNOW ON THE SKY FARM', []],
  ])('are not common words by accident: %s', (query, expected) => {
    expect(named(query)).toEqual(expected);
  });

  it('are all bearers of an ambiguous name, and none is picked', () => {
    expect(ask('what does Tamsin eat?').asked).toEqual([
      { entityId: 'tam-1', how: 'name', role: 'subject', ambiguous: true },
      { entityId: 'tam-2', how: 'name', role: 'subject', ambiguous: true },
    ]);
    expect(ask('what did Tamsin say?').saidBy).toEqual(['tam-1', 'tam-2']);
  });

  it('say how they were named', () => {
    expect(ask('@tams and Nora Vale and Ivo').asked.map(({ entityId, how }) => [entityId, how])).toEqual([
      ['tam-2', 'mention'],
      ['me', 'name'],
      ['ivo', 'name'],
      ['ivo-plays', 'first-name'],
    ]);
  });
});

describe('a question about oneself', () => {
  it.each([
    'what is my IGN?',
    'what do you know about me',
    'what food do I like',
    'about me',
    'does Nora like tea?',
    "I've moved, where to?",
  ])('%s', (query) => expect(ask(query).aboutSelf).toBe(true));
  it.each([
    'tell me about Ivo',
    'can I see what Ivo built?',
    'I want to know what Q built',
    'remind me when the launch is',
    'who farms gold?',
  ])('is not: %s', (query) => expect(ask(query).aboutSelf).toBe(false));
});

describe('a question for what somebody said', () => {
  it.each([
    ['what did Q say about the launch?', ['q']],
    ['what did q say about the launch?', ['q']],
    ['what has Will told you about the launch', ['will']],
    ['Sky said what about the launch?', ['sky']],
    ['according to Q the launch is when?', ['q']],
    ["what's Q's opinion on the launch?", ['q']],
    ['what was suggested by Q?', ['q']],
    ['what did Q and Will announce?', ['will', 'q']],
    ['what did I say about the launch?', ['me']],
    ['was I told about the launch?', []],
    ['what does Q like?', []],
    ['who said that the launch slips?', []],
  ])('%s', (query, expected) => {
    expect([...ask(query).saidBy].sort()).toEqual([...expected].sort());
  });

  it('tells the speaker from the person spoken of', () => {
    expect(ask('what did Q say about Will?').asked).toEqual([
      { entityId: 'q', how: 'name', role: 'speaker', ambiguous: false },
      { entityId: 'will', how: 'name', role: 'subject', ambiguous: false },
    ]);
  });
});

describe('a question for all that is held', () => {
  it.each([
    'what do you know about Q?',
    'tell me everything about @tams',
    'who is Will',
    'what do you remember about me? We never spoke',
    'about me',
    'Q?',
    'what did Q say?',
  ])('%s', (query) => expect(ask(query).attribution).toBe(true));
  it.each([
    "what do you know about Q's dog?",
    'what does Q like?',
    'tell me about the launch',
    'what did Q say about the launch',
    'who is next?',
  ])('is not: %s', (query) => expect(ask(query).attribution).toBe(false));
});

describe('the rest of a question', () => {
  it.each([
    ['what did Q say about the launch?', 'launch'],
    ["Ivo's creeper farm", 'creeper farm'],
    ['gold farm?', 'gold farm'],
    ['what do you know about Q?', ''],
  ])('%s', (query, rest) => {
    expect(ask(query).residualQuery).toBe(rest);
  });
  it('is found in time that grows with its length', () => {
    const long = ['i, '.repeat(2_700), 'did Q and '.repeat(800), 'i ever ever '.repeat(650)];
    for (const query of long) expect(ask(query).asked.length).toBeLessThan(3);
  });
});
