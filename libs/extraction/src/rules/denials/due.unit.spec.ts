import { describe, expect, it } from '@jest/globals';
import { read } from '../../testing/reading.js';

const dueOf = async (text: string) =>
  (await read(text)).directives.flatMap((one) =>
    one.kind === 'end' && one.what === 'due' ? [(one.words ?? []).join(' ')] : [],
  );

describe('what was due is done, or off', () => {
  it.each([
    ['paid Cleo back this morning', 'owe cleo'],
    ["didn't manage to ring the plumber", 'ring plumber'],
    ["didn't get it, too bad", 'get'],
    ['finally sent the tax forms', 'send tax form'],
    ['forgot to water the ferns', 'water fern'],
    ['not going to Turku after all', 'go turku'],
    ["I couldn't book the sauna", 'book sauna'],
    ['gave the ladder back', 'borrow ladder'],
    ['gave it back', 'borrow'],
  ])('%s: %s', async (text, words) => expect(await dueOf(text)).toContain(words));
  it.each([
    'I need to pay Cleo back',
    'did you pay Cleo?',
    'Bo paid the bill',
    'I know Cleo',
    'slept badly',
    "I'm going to Turku",
  ])('and not: %s', async (text) => expect(await dueOf(text)).toEqual([]));
});
