import { describe, expect, it } from '@jest/globals';
import type { WindowMessage } from '../../fact-extractor.js';
import { message, read } from '../../testing/reading.js';
import { statesStill } from './states-still.js';

const own = (text: string, authorId = 'ana'): WindowMessage =>
  message(text, { recordId: 'told', messageId: 'told', authorId, sentAt: new Date('2026-03-11T09:58:00Z') });
const endingsOf = async (text: string, before: readonly WindowMessage[] = []) =>
  (await read(text, { before })).directives.flatMap((one) =>
    one.kind === 'end' && one.said.length === 0 ? [`${one.what}: ${one.words?.join(' ') ?? 'any'}`] : [],
  );

describe('what a message says in full to be no more', () => {
  it.each([
    ["I don't play the zither anymore", 'habit: play zither'],
    ['I no longer sing in the choir', 'habit: sing choir'],
    ['I used to keep bees', 'habit: keep bee'],
    ['quit smoking', 'habit: smoke'],
    ['I gave up on the triathlon', 'habit: triathlon'],
    ['got laid off yesterday', 'work: any'],
    ['last day at the brewery today', 'work: brewery'],
    ['sold the tandem to a neighbour', 'having: tandem'],
    ['Kiwi passed away last night', 'having: kiwi'],
    ["movie night's off, I'm sick", 'event: movie'],
    ['party cancelled', 'event: party'],
    ['we had to cancel the picnic', 'event: picnic'],
    ["I don't have a canoe", 'habit: have canoe'],
  ])('%s', async (text, ending) => expect(await endingsOf(text)).toContain(ending));
  it.each([
    'I stopped at the brewery today',
    'they sold the tandem factory',
    'returned from Spain',
    'I quit early today',
    'finished work at 5',
    'my last day at the brewery is on 4 april',
    'Bo is off today',
    'did you quit the choir?',
    'if I quit the choir, who sings?',
    'not anymore than you',
    'it died',
  ])('and not: %s', async (text) => expect(await endingsOf(text)).toEqual([]));
});

describe('a message that tells of it without a fact', () => {
  const corrected = async (text: string, before: readonly WindowMessage[]) =>
    (await read(text, { before })).corrects ?? [];
  it('is put right by it, and by who is named in it', async () => {
    expect(await corrected("movie night's off", [own('movie night thursday, bring a snack', 'bo')])).toEqual([
      'told',
    ]);
    expect(
      await corrected('where did you get that from?? staying', [own('heard Ana is off to Spain', 'bo')]),
    ).toEqual(['told']);
  });
  it('is not by who is not named in it, nor by an answer to a question', async () => {
    expect(await corrected('that is not true', [own('heard Cleo is off to Spain', 'bo')])).toEqual([]);
    expect(await corrected('nope, not true', [own('is Ana off to Spain?', 'bo')])).toEqual([]);
    expect(await corrected('no, too cold', [own('lets swim', 'bo')])).toEqual([]);
  });
  it('is taken back by its author, and not by another', async () => {
    expect(await corrected('just kidding', [own('joining the circus')])).toEqual(['told']);
    expect(await corrected('just kidding', [own('joining the circus', 'bo')])).toEqual([]);
    expect(await corrected('just kidding', [own('who wants tea?')])).toEqual([]);
  });
});

it.each([
  ['Plays the oboe', 'doing', true],
  ['Played the oboe', 'doing', false],
  ['Loves coffee', 'doing', false],
  ['Used to play the oboe', 'doing', false],
  ['Works at Nokia', 'working', true],
  ['Is a nurse', 'working', false],
  ['Drives a Saab', 'having', true],
  ['Parrot: Kiwi', 'having', true],
  ['Bought a Saab', 'having', false],
] as const)('of "%s", %s: %s', (content, of, holds) => expect(statesStill(content, of)).toBe(holds));
