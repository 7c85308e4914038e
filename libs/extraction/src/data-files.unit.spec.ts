import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  attributesSchema,
  lexiconSchema,
  namesSchema,
  orderEndingsSchema,
  sensitivityPatternsSchema,
  sensitivitySchema,
  verbsSchema,
  wordSensesSchema,
  worthSchema,
} from './lexicon.js';
import { credentialWordsSchema } from './credentials/words.js';
import { addressWordsSchema } from './nature.js';
import { noteWordsSchema } from './notes/words.js';
import { sensitivityOf } from './sensitivity.js';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8'));
const files = [
  ['verbs', verbsSchema],
  ['given-names', namesSchema],
  ['sensitivity', sensitivitySchema],
  ['sensitivity-patterns', sensitivityPatternsSchema],
  ['attributes', attributesSchema],
  ['lexicon', lexiconSchema],
  ['notes', noteWordsSchema],
  ['common-words', z.array(z.string())],
  ['credential-words', credentialWordsSchema],
  ['addresses', addressWordsSchema],
  ['order-endings', orderEndingsSchema],
  ['worth', worthSchema],
  ['word-senses', wordSensesSchema],
] as const;
const lists = (value: unknown): readonly (readonly unknown[])[] =>
  Array.isArray(value)
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(lists)
      : [];

describe.each(files)('data/%s.json', (name, schema) => {
  it('has the shape that the grammar expects', () => expect(schema.safeParse(read(name)).success).toBe(true));
  it('is written in lower case, trimmed', () => {
    const words =
      name === 'attributes' || name === 'verbs'
        ? Object.keys(z.record(z.string(), z.unknown()).parse(read(name)))
        : name === 'worth'
          ? lists(worthSchema.parse(read(name)).classes).flat()
          : name === 'sensitivity-patterns'
            ? sensitivityPatternsSchema.parse(read(name)).map((entry) => entry.category)
            : lists(read(name)).flat();
    expect(words.filter((word) => word !== String(word).trim().toLowerCase())).toEqual([]);
  });
  it('names nothing twice in one list', () => {
    const named =
      name === 'verbs' || name === 'sensitivity-patterns'
        ? []
        : lists(name === 'worth' ? worthSchema.parse(read(name)).classes : read(name));
    const twice = named.map((list) => list.filter((word, index) => list.indexOf(word) !== index));
    expect(twice.flat()).toEqual([]);
  });
});

describe('sensitivity', () => {
  it.each([
    ['Prefers dark mode', 0],
    ['Has a dog named Rex', 0],
    ['Lives in Oslo', 0],
    ['Playing Age of Empires', 0],
    ['Building a secret base', 0],
    ['Looking for a new job', 1],
    ['Going through a divorce', 1],
    ['Has anxiety', 2],
    ['Salary: $150k', 2],
    ['Makes $92k a year', 2],
    ['Is pregnant', 2],
    ['Is muslim', 2],
    ['Broke wrist skiing', 2],
    ['Was arrested in 2019', 2],
    ['Waiting for asylum', 2],
  ])('of "%s" is %d', (content, rank) => expect(sensitivityOf(content).rank).toBe(rank));
});
