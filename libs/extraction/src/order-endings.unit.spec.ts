import { describe, expect, it } from '@jest/globals';
import { forgettingOf } from '#safety';
import { read } from './testing/reading.js';

const inDm = { place: { sourceId: 'desk', type: 'dm' as const } };

describe('an order to forget, with an excuse', () => {
  it.each([
    'forget that, wrong room',
    'Please forget that, wrong chat',
    'forget that please, wrong thread',
    'oops, wrong group. please forget that',
    'Forget that - that was meant for somebody else',
    'forget it, wrong window',
    'delete that please, i shouldn\u2019t have posted it here',
    'scratch that (typo)',
    'Ignore my last message, sent by accident, sorry',
    'forget that because it was private',
    'forget what I just said, I was only joking',
    'ugh sorry forget that! TMI',
    'disregard that, its not true anymore',
  ])('takes back what was said, among people and alone: %s', async (text) => {
    expect(forgettingOf(text, 'all')).toEqual({ kind: 'take-back', rest: null });
    expect((await read(text)).directives).toEqual([{ kind: 'take-back' }]);
    expect((await read(text, inDm)).directives).toEqual([{ kind: 'forget', what: null }]);
    expect((await read(text)).facts).toEqual([]);
  });
  it.each([
    'forget that meeting, it was boring',
    'forget that film, the ending is bad',
    "I can't forget that",
    "don't forget that I have a haircut appointment",
    'never forget that, wrong channel or not',
    'I will not forget that, sorry',
    'did you forget that?',
    'forget that, it works again',
    'forget that, we take the tram',
    'wrong channel, but never mind',
    'lou: forget that, wrong channel',
    'she said forget that, wrong channel',
    'forget it, sorry',
  ])('is not heard in: %s', async (text) => {
    expect(['take-back', 'what', 'about-me']).not.toContain(forgettingOf(text, 'all')?.kind);
    expect((await read(text)).directives).toEqual([]);
  });
});

describe('what a message takes back itself', () => {
  it.each([
    ['I live in Turku. scratch that', 'I live in Turku.'],
    ["my aunt's flat is Elm Row 9. erase that again, I was angry", "my aunt's flat is Elm Row 9."],
    ['my sister has a new job. Forget that please, wrong room', 'my sister has a new job.'],
  ])('goes out of it, and nothing before it: %s', async (text, gone) => {
    const { facts, directives } = await read(text);
    expect(facts).toEqual([]);
    expect(directives).toEqual([{ kind: 'forget-values', asked: [], told: [gone], repeated: [] }]);
  });
  it.each(['I live in Turku. delete that branch', 'I live in Turku. never forget that'])(
    'is no order of another kind: %s',
    async (text) => {
      const { facts, directives } = await read(text);
      expect(facts.map(({ content }) => content)).toEqual(['Lives in Turku']);
      expect(directives).toEqual([]);
    },
  );
  it('leaves no value in an order that repeats it', async () => {
    const { directives } = await read('Delete the earlier location note, red crate behind the pump');
    expect(directives).toEqual([
      { kind: 'forget', what: 'red crate behind the pump' },
      { kind: 'forget-values', asked: [], told: [], repeated: ['red crate behind the pump'] },
    ]);
  });
});

describe('an order to forget all about oneself', () => {
  it.each([
    'forget everything about me except the boat',
    'Forget everything about me and my boss, apart from the party',
    'please delete all you know about me but keep my allergies',
    'forget everything you know about me, but not my birthday',
    'forget everything about me. Keep the recipes though.',
    'Forget everything about me unless I call tonight',
    'forget everything about me but my allergies',
    'forget everything about me but the recipes, please',
  ])('is left undone where it excepts something: %s', async (text) => {
    for (const context of [{}, inDm])
      expect((await read(text, context)).directives).toEqual([
        { kind: 'left-undone', reason: 'order-with-exception' },
      ]);
  });
  it.each([
    'forget everything about me and my ex',
    'forget everything about me and Cleo',
    'delete everything you know about me, as well as my sister',
  ])('is done for who gives it, and says so, where it names others: %s', async (text) =>
    expect((await read(text, inDm)).directives).toEqual([
      { kind: 'forget-about-me', ofEveryAgent: false },
      { kind: 'left-undone', reason: 'others-not-forgotten' },
    ]),
  );
  it.each([
    'forget everything about me and delete my messages',
    'I liked everyone except Bo. Forget everything about me.',
    'forget everything about me. Leave me alone.',
    'forget everything about me and my data please',
  ])('is done otherwise: %s', async (text) =>
    expect((await read(text, inDm)).directives).toEqual([{ kind: 'forget-about-me', ofEveryAgent: false }]),
  );
});
