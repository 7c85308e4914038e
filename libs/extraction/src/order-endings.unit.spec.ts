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

describe('a second order behind the first', () => {
  it.each([
    ['nvm forget that, please delete my real name', 'real name'],
    ['forget it; and erase my phone number', 'phone number'],
    ['sorry wrong chat, can you delete my birthday', 'birthday'],
  ])('says what shall go: %s', (text, what) =>
    expect(forgettingOf(text, 'all')).toEqual({ kind: 'what', what, rest: null }),
  );
  it.each(['forget that, delete the branch', 'forget it, wrong window, delete the file'])(
    'names nothing of files: %s',
    (text) => expect(forgettingOf(text, 'all')?.kind).not.toBe('what'),
  );
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

describe('an order to forget, said to the agent,', () => {
  const kinds = async (text: string) =>
    (await read(text, inDm)).directives.map((directive) =>
      directive.kind === 'left-undone' ? directive.reason : directive.kind,
    );
  it.each([
    ['forget where I live', 'where I live'],
    ['please forget how old I am', 'how old I am'],
    ['delete what my shoe size is', 'what my shoe size is'],
    ['forget when my wedding is', 'when my wedding is'],
    ['hi kith, forget who I am dating', 'who I am dating'],
  ])('names what shall go: %s', async (text, what) =>
    expect((await read(text, inDm)).directives).toContainEqual({ kind: 'forget', what }),
  );
  it.each(['forget everything', 'forget all of it please', 'forget the lighthouse', 'ok just forget it all'])(
    'is answered where it leaves open what: %s',
    async (text) => expect(await kinds(text)).toEqual(['nothing-meant']),
  );
  it.each(['forget what Bo said about me', 'delete everything Bo has told you about me'])(
    'means what another told: %s',
    async (text) =>
      expect((await read(text, inDm)).directives).toEqual([
        { kind: 'forget-told', by: [{ kind: 'entity', entityId: 'bo' }] },
      ]),
  );
  it('means what anybody told', async () =>
    expect((await read('forget what people said about me', inDm)).directives).toEqual([
      { kind: 'forget-told', by: null },
    ]));
  it.each(['forget everything about Bo', 'please forget everything about Cleo'])(
    'says that others have to ask for themselves: %s',
    async (text) => expect(await kinds(text)).toContain('others-not-forgotten'),
  );
  it.each(['wipe me from your memory', 'Please erase me from your records', 'remove me from the database'])(
    'means all of them: %s',
    async (text) => expect(await kinds(text)).toContain('forget-about-me'),
  );
  it.each([
    'I forget where I live sometimes',
    'did you forget where I live?',
    'forget where I put the ladder, found it',
    'forget what I want, what do you want',
    'never forget what Bo said about me',
    'forget the lighthouse, it is closed',
    'you forget everything',
    'forget what the radio said about Mondays',
    'wipe me a plate from your memory of crockery',
  ])('is none in: %s', async (text) => expect(await kinds(text)).toEqual([]));
  it('names what they said of another, whose own words stay', async () =>
    expect(await kinds('forget what I said about Bo')).toEqual(['forget']));
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
