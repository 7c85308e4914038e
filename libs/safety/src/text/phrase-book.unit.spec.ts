import { describe, expect, it } from '@jest/globals';
import { PhraseBook, Wording } from './phrase-book.js';

const book = new PhraseBook(['<was> wrong', 'wrong <place>', "didn't mean it", "didn't mean it so"], {
  was: ['that was', "it's"],
  place: ['chat', 'group chat'],
});
const found = (text: string, from = 0) => [...book.endsFrom(new Wording(text), from)];

describe('a book of phrases', () => {
  it.each([
    ['that was wrong', [3]],
    ['It\u2019s WRONG, I know', [2]],
    ['wrong  group chat', [3]],
    ['didnt mean it so much', [3, 4]],
  ])('finds in %j where one ends, by words', (text, ends) => expect(found(text)).toEqual(ends));
  it.each(['that wasn\u2019t wrong', 'that was, wrong', 'wronged chat', 'wrong grouping', 'wrong      chat'])(
    'finds none in %j',
    (text) => expect(found(text)).toEqual([]),
  );
});
