import { describe, expect, it } from '@jest/globals';
import { read } from '../testing/reading.js';

const typesOf = async (text: string) => (await read(text)).facts.map(({ memoryType }) => memoryType);

describe('what goes on, has turned or was decided', () => {
  it.each([
    ['been maintaining libgourd since 2017', 'knowledge'],
    ['gave up smoking in april', 'knowledge'],
    ['my sister got married to Ivo on saturday', 'relationship'],
    ['the library closes at 6 from now on, the board voted', 'decision'],
  ])('does not end in a month as an event does: %s', async (text, type) => {
    expect(await typesOf(text)).toEqual([type]);
  });
});
