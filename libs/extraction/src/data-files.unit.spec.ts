import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { expectNothingTwice, expectPlainWords } from '../../safety/src/testing/data-files.js';
import {
  attributesSchema,
  lexiconSchema,
  namesSchema,
  verbsSchema,
  keepScoreSchema,
} from './words/lexicon.js';
import { functionWordsSchema } from './text/language.js';
import { foreignSchema } from './words/foreign-frames.js';
import { verifyWordsSchema } from './words/verify-words.js';
import { denialWordsSchema } from './words/denial-words.js';
import { noteWordsSchema } from './words/note-words.js';
import { otherThanPersonSchema } from './words/other-than-person-words.js';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8'));
const files = [
  ['verbs', verbsSchema],
  ['given-names', namesSchema],
  ['attributes', attributesSchema],
  ['lexicon', lexiconSchema],
  ['notes', noteWordsSchema],
  ['other-than-person', otherThanPersonSchema],
  ['denials', denialWordsSchema],
  ['verify', verifyWordsSchema],
  ['foreign', foreignSchema],
  ['function-words', functionWordsSchema],
  ['common-words', z.array(z.string())],
  ['keep-score', keepScoreSchema],
] as const;

/** What of a file is lists of words. */
const wordsOf = (name: string): unknown => {
  if (name === 'keep-score') return keepScoreSchema.parse(read(name)).classes;
  if (name === 'foreign')
    return Object.fromEntries(
      Object.entries(foreignSchema.parse(read(name))).map(
        ([language, { frames, counts, things, kin, months, ...lists }]) => [
          language,
          {
            ...lists,
            forms: frames.flatMap((frame) => [...frame.self, ...frame.kin]),
            counts: Object.keys(counts),
            named: Object.keys({ ...things, ...kin }),
            months: Object.keys(months),
          },
        ],
      ),
    );
  if (name !== 'verify') return read(name);
  const { equals, ...lists } = verifyWordsSchema.parse(read(name));
  return { ...lists, equals: equals.flat() };
};

describe.each(files)('data/%s.json', (name, schema) => {
  it('has the shape that the grammar expects', () => expect(schema.safeParse(read(name)).success).toBe(true));
  it('is written in lower case, trimmed', () => {
    expectPlainWords(
      name === 'attributes' || name === 'verbs'
        ? Object.keys(z.record(z.string(), z.unknown()).parse(read(name)))
        : wordsOf(name),
    );
  });
  it('names nothing twice in one list', () => {
    if (name !== 'verbs') expectNothingTwice(wordsOf(name));
  });
});

describe('data/verify.json', () => {
  const { equals, denies, hedges, dropped, added, closing, helping } = verifyWordsSchema.parse(
    read('verify'),
  );
  it('calls no two words equal that differ in number or in whether it is so', () => {
    const listed = equals.flat();
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((word) => [...denies, ...hedges].includes(word))).toEqual([]);
    for (const row of equals) expect(row.filter((word) => /^\d+$/u.test(word)).length).toBeLessThan(2);
  });
  it('lets nothing be left out or added that could turn a statement round', () => {
    const passing = [...dropped, ...added, ...closing, ...helping];
    expect(
      passing.filter((word) => [...denies, ...hedges, 'was', 'were', 'will', 'used', 'had'].includes(word)),
    ).toEqual([]);
  });
});
