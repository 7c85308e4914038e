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
import { noteWordsSchema } from './words/note-words.js';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8'));
const files = [
  ['verbs', verbsSchema],
  ['given-names', namesSchema],
  ['attributes', attributesSchema],
  ['lexicon', lexiconSchema],
  ['notes', noteWordsSchema],
  ['common-words', z.array(z.string())],
  ['keep-score', keepScoreSchema],
] as const;

/** What of a file is lists of words. */
const wordsOf = (name: string): unknown =>
  name === 'keep-score' ? keepScoreSchema.parse(read(name)).classes : read(name);

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
