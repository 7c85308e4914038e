import { describe, expect, it } from '@jest/globals';
import { phraseFinder } from './phrase-finder.js';

const find = phraseFinder(['keep quiet', 'keep', 'keep quiet about it']);
const words = 'please keep quiet about the goat'.split(' ');

describe('phrases in the words of a text', () => {
  it('are found where they begin, the longest that stands there whole', () =>
    expect(words.map((_, at) => find(words, at))).toEqual([0, 2, 0, 0, 0, 0]));
  it('are looked for at the beginning unless told where, and not behind the end', () => {
    expect(find(['keep', 'it'])).toBe(1);
    expect(find([])).toBe(0);
    expect(find(words, 9)).toBe(0);
  });
  it('are of so few words that what a word changes stands near it', () =>
    expect(() => phraseFinder(['one two three four five six seven eight nine'])).toThrow('more than 8'));
});
