import { describe, expect, it } from '@jest/globals';
import { documentTerms, queryTerms } from './tokens.js';

describe('terms of a document', () => {
  it('are stems with their counts, without stop words', () =>
    expect(documentTerms('The walker walks and was walking to the lakes')).toEqual({
      terms: ['walker', 'walk', 'lake'],
      counts: [1, 2, 1],
      length: 4,
    }));

  it('keep the points of a number', () =>
    expect(documentTerms('version 9.04').terms).toEqual(['version', '9.04']));

  it('join what an apostrophe parts, and drop the possessive', () =>
    expect(documentTerms("O'Hara's boat").terms).toEqual(documentTerms('ohara boat').terms));

  it('are the same for composed, decomposed, wide and capital letters', () =>
    expect(documentTerms('CAFE\u0301 ｗｉｄｅ').terms).toEqual(documentTerms('café wide').terms));

  it('are pairs of characters where nothing parts the words', () =>
    expect(documentTerms('東京駅').terms).toEqual(['東京', '京駅']));

  it('are none for marks and symbols', () =>
    expect(documentTerms('🙂 — !!! …')).toEqual({ terms: [], counts: [], length: 0 }));
});

describe('terms of a question', () => {
  it('come once each', () => expect(queryTerms('boats, boat and boating')).toEqual(['boat']));
  it('are without question words, which a document keeps', () => {
    expect(queryTerms('do you remember what she said')).toEqual([]);
    expect(documentTerms('remember what she said').terms).toEqual(['rememb', 'what', 'said']);
  });
});
