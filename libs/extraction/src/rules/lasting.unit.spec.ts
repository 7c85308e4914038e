import { describe, expect, it } from '@jest/globals';
import { read } from '../testing/reading.js';

const typesOf = async (text: string) => (await read(text)).facts.map(({ memoryType }) => memoryType);

describe('what goes on, has turned or was decided', () => {
  it.each([
    ['been maintaining libgourd since 2017', 'knowledge'],
    ['gave up smoking in april', 'knowledge'],
    ['my sister got married to Ivo on saturday', 'relationship'],
    ['the library closes at 6 from now on, the board voted', 'decision'],
    ["i'm learning the cello", 'knowledge'],
    ["i'm saving up for a tandem", 'goal'],
    ["i'm moving out of the shared house", 'event'],
  ])('does not end in a month as an event does: %s', async (text, type) => {
    expect(await typesOf(text)).toEqual([type]);
  });
});

describe('what passes', () => {
  const endOf = async (text: string) =>
    (await read(text)).facts[0]?.expiresAt?.toISOString().slice(0, 10) ?? 'never';
  it.each([
    ['my last day is the 31st of july', '2026-08-30'],
    ['going to the dentist on friday', '2026-04-12'],
    ['took my nephew to the zoo yesterday', '2026-04-10'],
    ['my cousin is staying with me 20th to 23rd', '2026-03-30'],
    ["i'm off sick till june", '2026-06-08'],
    ["i'm on early shifts until the end of the month", '2026-04-07'],
    ['i work at the lido until the 2nd of may', '2026-05-09'],
  ])('is over a while after its own day: %s', async (text, day) => expect(await endOf(text)).toBe(day));
  it.each([
    'my father died last night',
    'I broke my ankle on sunday',
    'had my gallbladder removed yesterday',
  ])('is never over where it stays so: %s', async (text) => expect(await endOf(text)).toBe('never'));
});
