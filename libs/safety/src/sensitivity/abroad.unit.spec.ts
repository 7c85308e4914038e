import { describe, expect, it } from '@jest/globals';
import { readWords } from '../word-lists.js';
import { sensitivityAbroadSchema } from './abroad.js';
import { sensitivityOf } from './sensitivity.js';
import { sensitivitySchema } from './tables.js';

const languages = Object.entries(readWords('sensitivity-abroad', sensitivityAbroadSchema));
const english = readWords('sensitivity', sensitivitySchema);
const rankOf = (text: string): number => sensitivityOf(text).sensitivity;

describe.each(languages)('what is delicate in %s', (_, { samples, patterns, ...ranks }) => {
  it('is of the kinds that English knows', () => {
    expect(Object.keys(ranks['2']).filter((kind) => !Object.hasOwn(english['2'], kind))).toEqual([]);
    expect(Object.keys(ranks['1']).filter((kind) => !Object.hasOwn(english['1'], kind))).toEqual([]);
    expect(
      patterns.filter(({ sensitivity, category }) => !Object.hasOwn(english[`${sensitivity}`], category)),
    ).toEqual([]);
  });
  it('is held back', () => expect(samples.delicate.filter((line) => rankOf(line) !== 2)).toEqual([]));
  it('is held back without its accents, too', () =>
    expect(
      samples.delicate.filter((line) => rankOf(line.normalize('NFD').replace(/\p{M}+/gu, '')) !== 2),
    ).toEqual([]));
  it('is personal', () => expect(samples.personal.filter((line) => rankOf(line) !== 1)).toEqual([]));
  it('is told apart from talk', () =>
    expect(samples.ordinary.filter((line) => rankOf(line) !== 0)).toEqual([]));
});

describe('a word of another language', () => {
  it.each([
    'Gardening is therapeutic',
    'The custodian locks up at six',
    'A depressing film',
    'Hey Jude is on the radio',
    'We flew to Islamabad',
    'A golf handicap of twelve',
    'RSA keys of 4096 bits',
    'A ruptured hose in the yard',
  ])('is not seen in English: %s', (line) => expect(rankOf(line)).toBe(0));
});
