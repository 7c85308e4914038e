import { describe, expect, it } from '@jest/globals';
import { read } from './testing/reading.js';

const told = async (text: string) => {
  const { facts } = await read(text);
  return facts.filter(({ confidence }) => confidence >= 0.7);
};
/** How far what the message tells may go, and whether it was asked to stay at all. */
const reachOf = async (text: string): Promise<readonly (string | null)[]> =>
  (await told(text)).map(({ disclosure }) => disclosure);

describe('what is told to those who are there alone', () => {
  it.each([
    "not to leave these walls: I'm opening a bakery",
    "this doesn't go beyond our group, I'm moving to Turku",
    "it stays among us - I'm moving to Turku",
    "keep this inside the team pls, I'm moving to Turku",
    "keep it on the quiet, I'm moving to Turku",
    "keep that under your hat: I'm moving to Turku",
    "please keep quiet about this, I'm moving to Turku",
    "this isn't for other rooms, I'm moving to Turku",
    "I'm moving to Turku, that's not to be repeated",
    "(confidential) I'm moving to Turku",
    "private: I'm moving to Turku",
    "shh, I'm moving to Turku",
    "I'm moving to Turku, tell no one",
    "I'm moving to Turku, not a word about it please",
    "I'm moving to Turku. Don't forward this.",
    "let's not spread this, I'm moving to Turku",
    "nobody except us should know that I'm moving to Turku",
    "no one at work knows that I'm moving to Turku",
    "I'm moving to Turku, I don't want people to find out",
    "I'd rather nobody knew, I'm moving to Turku",
    "I'm moving to Turku. keep the exact month private please",
    "I'm moving to Turku, this must not get around",
    "I'm moving to Turku, not a word, ok?",
    "I'm moving to Turku. Don't tell anyone. Who wants my chairs?",
    "only the people here know that I'm moving to Turku",
    "here's a secret: I'm moving to Turku",
    'this isn\u2019t for the other rooms: I moved to Turku',
    'nobody\u2019s supposed to know but I\u2019m moving to Turku',
    "nobody's meant to know, I moved to Turku",
    "what's said in this group doesn't leave it: I'm moving to Turku",
    'what we say in here stays in here. I moved to Turku.',
  ])('stays in its conversation: %s', async (text) =>
    expect(await reachOf(text)).toEqual(['conversation_private']),
  );

  it.each([
    'my sister stays here until Friday',
    'I keep the repository private, I live in Turku',
    'I moved to Turku, parking there is for members only',
    "I can't leave the meeting, I live in Turku",
    'nobody knows how to fix the oven, I live in Turku',
    'golf is not for everyone, I live in Turku',
    "don't quote me on this but I live in Turku",
    'no telling how long it takes, I live in Turku',
    'keep it in the fridge, I live in Turku',
    'I live in Turku. Who told Bo?',
    'the bus goes no further, I live in Turku',
    'house rule: no spoilers in the lounge',
  ])('is not asked by: %s', async (text) => {
    const reaches = await reachOf(text);
    expect([reaches.length, new Set(reaches)]).toEqual([1, new Set([null])]);
  });

  it('is what was said, and not that it was asked', async () => {
    for (const text of [
      "keep it in here please, I'm moving to Turku",
      "please don't pass this on, I'm moving to Turku",
    ])
      expect((await told(text)).map(({ content }) => content)).toEqual(['Moving to Turku']);
  });
});

describe('what is said for somebody only', () => {
  it.each([
    'for Bo only: I moved to Turku',
    'I moved to Turku, only for Bo and Cleo',
    "Bo's ears only: I moved to Turku",
  ])('stays in its conversation, and with whom it names: %s', async (text) => {
    const { directives } = await read(text);
    expect(await reachOf(text)).toEqual(['conversation_private']);
    expect(directives).toMatchObject([{ kind: 'confide', onlyFromSome: false }]);
    expect(JSON.stringify(directives)).toContain('{"kind":"entity","entityId":"bo"}');
  });
  it.each(['the sauna is for guests only, I moved to Turku', 'for Zoltan only: I moved to Turku'])(
    'is known people: %s',
    async (text) => expect(await reachOf(text)).toEqual([null]),
  );
});
