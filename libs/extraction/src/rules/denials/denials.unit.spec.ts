import { describe, expect, it } from '@jest/globals';
import type { WindowMessage } from '../../fact-extractor.js';
import { message, read } from '../../testing/reading.js';
import { saysThat } from './says-that.js';

const at = (minutes: number): Date => new Date(Date.parse('2026-03-11T10:00:00Z') - minutes * 60_000);
const bo = (text: string): WindowMessage =>
  message(text, { recordId: 'told', messageId: 'told', authorId: 'bo', sentAt: at(2) });
const own = (text: string): WindowMessage =>
  message(text, { recordId: 'own', messageId: 'own', sentAt: at(60) });

const endingsOf = async (text: string, before: readonly WindowMessage[]) =>
  (await read(text, { before })).directives.flatMap((one) =>
    one.kind === 'end' && one.what !== 'due'
      ? [`${one.what}: ${one.said.join(' ')}${one.words ? ` (${one.words.join(' ')})` : ''}`]
      : [],
  );

describe('what others told of the speaker', () => {
  it.each([
    ['Ana plays the tuba in a brass band', 'used to!'],
    ['Ana is a beekeeper', 'not any more, sold the hives'],
    ['Ana moved to Vigo', "no I didn't lol, still in Lugo"],
    ['Ana moved to Vigo', 'lol no i didnt mvoe'],
    ['Ana has a parrot', "I don't, that is my flatmate"],
    ['Ana hates fennel', "that's not true"],
    ['Ana hates fennel', 'wrong! it is dill'],
  ])('is denied: %s - %s', async (told, text) =>
    expect(await endingsOf(text, [bo(told)])).toEqual(['told-of-them: told']),
  );
  it('is denied in its own words, whatever was said between', async () =>
    expect(
      await endingsOf("I didn't break my ankle, only bruised it", [bo('Ana broke her ankle'), own('hi')]),
    ).toEqual(['told-of-them: told (break ankle)']));
  it.each([
    ['is Ana a beekeeper?', 'not any more'],
    ['does she work on sundays?', 'no I do not'],
    ['do you work on sundays', 'no I do not'],
    ['Ana lost her job', 'oh no'],
    ['Ana lost her job, lets go out', 'no, too cold'],
    ['Ana is a beekeeper', 'nobody asked'],
    ['Ana is a beekeeper', "I don't know"],
    ['Ana is a beekeeper', 'not true?'],
  ])('is not denied: %s - %s', async (told, text) => {
    const all = await endingsOf(text, [bo(told)]);
    expect(all.filter((one) => !one.includes('('))).toEqual([]);
    expect(all.some((one) => saysThat(told, one.replace(/^.*\(|\)$/gu, '').split(' ')))).toBe(false);
  });
});

describe('what the speaker planned', () => {
  it.each([
    ['scrap this, the van is broken', 'plan: own'],
    ['sorry, change of plan. I take the bus', 'plan: own'],
    ['ok plans changed', 'plan: own'],
    ['moved to the 20th now', 'dated: own'],
    ['pushed back to next friday', 'dated: own'],
    ["it's actually on the 20th", 'dated: own'],
  ])('is taken back by: %s', async (text, ending) =>
    expect(await endingsOf(text, [own('The vernissage is on the 14th of march'), bo('nice')])).toEqual([
      ending,
    ]),
  );
  it.each([
    'scrap the old list',
    'moved to Vigo in may',
    'it is actually fun',
    'ignore him',
    'forget the salad, I bring cake',
  ])('is not taken back by: %s', async (text) =>
    expect(await endingsOf(text, [own('The vernissage is on the 14th of march')])).toEqual([]),
  );
});

it('finds the words of what is denied in whatever form', () => {
  expect(saysThat('Broke her wrists twice', ['break', 'wrist'])).toBe(true);
  expect(saysThat('Broke her leg', ['break', 'wrist'])).toBe(false);
});
