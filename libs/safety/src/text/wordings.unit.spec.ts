import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { confiding } from '../confidence/confiding.js';
import { Wordings } from './wordings.js';

const spansAsOne = (sources: readonly string[], text: string) =>
  [...text.matchAll(new RegExp(`(?:${sources.join('|')})`, 'giu'))].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));

describe('many wordings of one thing', () => {
  const sources = ['keep (?:it|this)', '(?:it|this) stays(?: here)?', 'this', "don'?t"];
  const wordings = new Wordings(sources);

  it('are found where one pattern of all would find them, whatever is said', () => {
    const words = fc.constantFrom('keep', 'it', 'THIS', 'stays', 'here', 'dont', "don't", 'goat', 'é');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (said) => {
        const text = said.join(' ');
        expect(wordings.spansIn(text)).toEqual(spansAsOne(sources, text));
        expect(wordings.test(text)).toBe(spansAsOne(sources, text).length > 0);
      }),
      { seed: 7 },
    );
  });

  it('of confidence are found in any case, beside each other', () => {
    const text = 'This stays between us, OK? Not a word to anyone, and keep it in this chat.';
    const found = new Wordings(confiding).spansIn(text);
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual(spansAsOne(confiding, text));
    expect(new Wordings(confiding).test(text)).toBe(true);
    expect(new Wordings(confiding).test('We ate soup.')).toBe(false);
  });
});
