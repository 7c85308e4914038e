import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Database, openDatabase } from '#database';
import { isAbout, isIn, type Plan } from '#policy';
import { proofCases } from '#testing';
import {
  type IndexEntry,
  type LaneHits,
  type LaneQuery,
  memoryIndexMigrations,
  noClues,
  PgVectorMemoryIndex,
} from './index.js';
import { ResidentMemoryIndex } from './resident-index.js';
import { askedWith, embeddingOf, entry, vectorOf } from './testing/entries.js';

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDir: 'memory://' });
  await database.migrate(memoryIndexMigrations);
});
beforeEach(() => new PgVectorMemoryIndex(database).clear());
afterAll(() => database.close());

const recent: LaneQuery = {
  name: 'recent',
  where: 'everything',
  order: { by: 'recency' },
  limit: 50,
  offset: 0,
};
const idsOf = (found: readonly LaneHits[]): readonly string[] => (found[0]?.hits ?? []).map(({ id }) => id);

describe('a resident copy', () => {
  it('sees what another writer wrote, removed and cleared, at the next search', async () => {
    const [one, other] = [new ResidentMemoryIndex(database), new PgVectorMemoryIndex(database)];
    await one.upsert([entry('mine')]);
    expect(idsOf(await one.search([recent]))).toEqual(['mine']);
    await other.upsert([entry('theirs')]);
    await one.upsert([entry('mine-too')]);
    expect(idsOf(await one.search([recent]))).toEqual(['mine', 'mine-too', 'theirs']);
    await other.remove(['mine'], 5n);
    expect(idsOf(await one.search([recent]))).toEqual(['mine-too', 'theirs']);
    await other.clear();
    await other.upsert([entry('later')]);
    expect(idsOf(await one.search([recent]))).toEqual(['later']);
  });

  it('answers the same after a start as before it', async () => {
    const entries = Array.from({ length: 700 }, (_, number) =>
      entry(`row-${number}`, {
        searchText: `word${number % 7} number ${number}`,
        embedding: number % 2 === 0 ? embeddingOf(vectorOf(number)) : null,
        subjectIds: number % 3 === 0 ? ['a', 'b'] : ['c'],
        metadata: { number },
      }),
    );
    const before = new ResidentMemoryIndex(database);
    await before.warm();
    await before.upsert(entries);
    const lanes: readonly LaneQuery[] = [
      {
        ...recent,
        where: isAbout(['b']),
        order: { by: 'relevance', text: 'word3', embedding: askedWith(vectorOf(4)), clues: noClues },
      },
      { ...recent, where: { kind: 'metadata', key: 'number', test: { is: 'gt', value: 650 } } },
    ];
    const found = await before.search(lanes);
    const after = new ResidentMemoryIndex(database);
    await after.warm();
    expect(await after.search(lanes)).toEqual(found);
  });

  it('is not confused by writes and searches at the same time', async () => {
    const index = new ResidentMemoryIndex(database);
    await Promise.all(
      Array.from({ length: 30 }, async (_, number) => {
        await index.upsert([entry(`row-${number}`)]);
        expect(idsOf(await index.search([recent]))).toContain(`row-${number}`);
      }),
    );
    expect(idsOf(await index.search([recent]))).toHaveLength(30);
  });

  it('stays right when most of its rows were replaced', async () => {
    const index = new ResidentMemoryIndex(database);
    for (let round = 1; round <= 24; round += 1)
      await index.upsert(
        Array.from({ length: 500 }, (_, number) =>
          entry(`row-${number}`, { position: BigInt(round), searchText: `round${round}` }),
        ),
      );
    const [found] = await index.search([
      { ...recent, order: { by: 'relevance', text: 'round24', embedding: null, clues: noClues }, limit: 600 },
    ]);
    expect(found?.hits).toHaveLength(500);
    expect(found?.hits.filter(({ lexical }) => lexical !== null).length).toBe(200);
  });
});

describe('the table', () => {
  it('keeps an entry in one piece, with its vector, so that reading it is one step', async () => {
    await new PgVectorMemoryIndex(database).upsert(
      Array.from({ length: 50 }, (_, number) =>
        entry(`entry-${number}`, {
          searchText: `a sentence of some words about number ${number}, as people say it every day`,
          embedding: embeddingOf(vectorOf(number)),
          subjectIds: ['somebody with a long id', 'somebody else with a long id'],
        }),
      ),
    );
    const [moved] = await database.query<{ bytes: string }>(
      "select pg_relation_size(reltoastrelid) as bytes from pg_class where relname = 'memory_index'",
    );
    expect(moved?.bytes).toBe('0');
  });
});

describe('the two engines', () => {
  // So many rows have the frequent words that a row with nothing else cannot be among the best.
  it('agree where some words of the question are nearly everywhere', async () => {
    const rare = ['ferry', 'kayak', 'lantern', 'meadow', 'orchard'];
    const common = ['red', 'round', 'paper', 'north', 'small', 'quiet', 'early', 'open'];
    const [sql, resident] = [new PgVectorMemoryIndex(database), new ResidentMemoryIndex(database)];
    const entries = Array.from({ length: 2_400 }, (_, number) => {
      const uncommon = number % 4 === 0 ? `${rare[(number / 4) % rare.length] ?? ''} ` : '';
      return entry(`row-${number}`, {
        searchText: `${uncommon}ticket number ${common.filter((_word, at) => (number * 2_654_435_761) & (1 << (at + 9))).join(' ')}`,
        kind: number % 3 === 1 ? 'message' : 'fact',
        sourceId: 'one',
        subjectIds: number % 2 === 0 ? ['a'] : ['b'],
        observedAt: new Date(number * 60_000),
      });
    });
    await resident.clear();
    await resident.upsert(entries);
    const questions = ['ticket number', common.slice(0, 2).join(' '), common.join(' ')].map(
      (frequent) => `${rare.slice(0, 3).join(' ')} ${frequent}`,
    );
    for (const asked of questions) {
      const lanes = [isIn('kind', ['fact']), isAbout(['a']), 'everything' as const].map(
        (where): LaneQuery => ({
          ...recent,
          where,
          limit: 200,
          order: { by: 'relevance', text: asked, embedding: null, clues: noClues },
        }),
      );
      const [expected, found] = [await sql.search(lanes), await resident.search(lanes)];
      expect(found.map(withoutScores)).toEqual(expected.map(withoutScores));
      expectSameScores(found, expected);
    }
  });

  const words = ['ferry', 'harbour', 'kayak', 'lantern', 'meadow', 'orchard', 'pebble'] as const;
  const text = fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 })
    .map((all) => all.join(' '));
  const rows = fc.array(
    fc.record({
      kind: fc.constantFrom('fact' as const, 'message' as const),
      sourceId: fc.constantFrom('one', 'two', null),
      subjectIds: fc.subarray(['a', 'b', 'c']),
      speakerId: fc.constantFrom('a', 'b'),
      searchText: text,
      observedAt: fc.integer({ min: 0, max: 40 }).map((minute) => new Date(minute * 60_000)),
      importance: fc.constantFrom(0.1, 0.5, 0.9),
      embedding: fc.option(fc.integer({ min: 0, max: 300 }).map((seed) => embeddingOf(vectorOf(seed)))),
    }),
    { minLength: 1, maxLength: 60 },
  );
  const clues = {
    speakerIds: ['a'],
    within: [
      { from: new Date(10 * 60_000), to: new Date(20 * 60_000) },
      { from: new Date(30 * 60_000), to: new Date(31 * 60_000) },
    ],
  };
  const plans: readonly Plan[] = [
    'everything',
    isAbout(['a']),
    isIn('source_id', ['one']),
    isIn('kind', ['message']),
  ];

  it('give the same rows in the same order with the same scores', async () => {
    const [sql, resident] = [new PgVectorMemoryIndex(database), new ResidentMemoryIndex(database)];
    await fc.assert(
      fc.asyncProperty(rows, text, fc.integer({ min: 0, max: 300 }), async (fields, asked, seed) => {
        await resident.clear();
        const entries: readonly IndexEntry[] = fields.map((row, at) => entry(`row-${at}`, row));
        await resident.upsert(entries);
        const lanes = plans.flatMap((where): readonly LaneQuery[] => [
          { ...recent, where },
          { ...recent, where, order: { by: 'importance' } },
          {
            ...recent,
            where,
            order: { by: 'relevance', text: asked, embedding: askedWith(vectorOf(seed), 0.02), clues },
            offset: 3,
          },
        ]);
        const [expected, found] = [await sql.search(lanes), await resident.search(lanes)];
        expect(found.map(withoutScores)).toEqual(expected.map(withoutScores));
        expectSameScores(found, expected);
      }),
      // Looking for the smallest case may take longer than a test may: what was found must be told before that.
      { numRuns: proofCases(100, 30), interruptAfterTimeLimit: 50_000, markInterruptAsFailure: true },
    );
  });
});

const withoutScores = ({ hits, ...lane }: LaneHits) => ({
  ...lane,
  hits: hits.map(({ similarity, lexical, ...hit }) => ({
    ...hit,
    isSimilar: similarity !== null,
    isLexical: lexical !== null,
  })),
});

/**
 * The arithmetic of two engines differs in the last digit of a cosine. In a lexical score that digit counts for more the
 * less the cosines of the permitted messages differ, and in proportion to the best score.
 */
const expectSameScores = (found: readonly LaneHits[], expected: readonly LaneHits[]): void => {
  for (const [at, { hits }] of found.entries()) {
    const others = expected[at]?.hits ?? [];
    const best = Math.max(0, ...others.map(({ lexical }) => lexical ?? 0));
    for (const score of ['similarity', 'lexical'] as const) {
      const apart = hits.map((hit, place) => Math.abs((hit[score] ?? 0) - (others[place]?.[score] ?? 0)));
      expect(Math.max(0, ...apart)).toBeLessThan(score === 'similarity' ? 2e-6 : 1e-4 * (1 + best));
    }
  }
};
