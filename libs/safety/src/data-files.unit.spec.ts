import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { credentialWordsSchema } from './credentials/words.js';
import { forgettingAbroadSchema } from './forgetting/abroad.js';
import { orderEndingsSchema } from './forgetting/order-endings.js';
import { disowningSchema } from './orders/disowning.js';
import { secrecySchema } from './orders/secrecy.js';
import { addressWordsSchema } from './sensitivity/nature.js';
import { sensitivityModelSchema } from './sensitivity/opinion/model.js';
import { ordinaryUsesSchema } from './sensitivity/ordinary-uses.js';
import { sensitivityAbroadSchema } from './sensitivity/abroad.js';
import { sensitivityPatternsSchema, sensitivitySchema } from './sensitivity/tables.js';
import { expectNothingTwice, expectPlainWords } from './testing/data-files.js';
import { senseOfNoun, wordSensesSchema } from './text/senses.js';
import { words } from './word-lists.js';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8'));

describe.each([
  ['sensitivity', sensitivitySchema],
  ['credential-words', credentialWordsSchema],
  ['addresses', addressWordsSchema],
  ['order-endings', orderEndingsSchema],
  ['forgetting-abroad', forgettingAbroadSchema],
  ['disowning', disowningSchema],
  ['secrecy', secrecySchema],
  ['word-senses', wordSensesSchema],
])('data/%s.json', (name, schema) => {
  it('has the shape that the rules expect', () => expect(schema.safeParse(read(name)).success).toBe(true));
  it('is written in lower case, trimmed', () => {
    expectPlainWords(read(name));
  });
  it('names nothing twice in one list', () => {
    expectNothingTwice(read(name));
  });
});

describe('data/sensitivity-patterns.json', () => {
  it('has the shape that the rules expect, with categories in lower case', () =>
    expectPlainWords(
      sensitivityPatternsSchema.parse(read('sensitivity-patterns')).map(({ category }) => category),
    ));
});

describe('data/sensitivity-abroad.json', () => {
  const languages = Object.values(sensitivityAbroadSchema.parse(read('sensitivity-abroad')));

  it('lists plain words, and nothing twice', () => {
    for (const { 1: personal, 2: delicate, never } of languages) {
      expectPlainWords([...Object.values(personal), ...Object.values(delicate), never].flat());
      expectNothingTwice([...Object.values(personal), ...Object.values(delicate), never]);
    }
  });
});

describe('data/people-by-other-words.json', () => {
  const listed = words.parse(read('people-by-other-words'));

  it('has each word once', () => expect(new Set(listed).size).toBe(listed.length));
  it('has no word that the dictionary knows as a person anyhow, or not at all', () =>
    expect(listed.filter((word) => ['person', null].includes(senseOfNoun(word)))).toEqual([]));
});

describe('data/ordinary-uses.json', () => {
  it('has the shape that the rules expect, each use with a name of its own', () => {
    const uses = ordinaryUsesSchema.parse(read('ordinary-uses'));
    expect(new Set(uses.map(({ id }) => id)).size).toBe(uses.length);
  });
});

describe('data/sensitivity-model.json', () => {
  const model = sensitivityModelSchema.parse(read('sensitivity-model'));

  it('has the weights that were written with it', () => {
    const hash = createHash('sha256').update(model.words).update(model.letters);
    for (const { weights } of model.categories) hash.update(weights);
    expect(hash.digest('hex')).toBe(model.sha256);
  });
  it('is small enough to be shipped and read at each start', () =>
    expect(JSON.stringify(read('sensitivity-model')).length).toBeLessThan(300_000));
});
