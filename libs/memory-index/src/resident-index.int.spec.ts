import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '#database';
import { isAbout } from '#policy';
import {
  type LaneHits,
  type LaneQuery,
  memoryIndexMigrations,
  noClues,
  PgVectorMemoryIndex,
} from './index.js';
import { ResidentMemoryIndex } from './resident-index.js';
import { indexesAgree } from './testing/agreement.js';
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
  // Both on one table: what the one clears, the other has no more, and is told anew.
  indexesAgree(() => [new PgVectorMemoryIndex(database), new ResidentMemoryIndex(database)]);
});
