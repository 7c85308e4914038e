import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { projections } from '#read-models';
import { proofCases } from '#testing';
import { fuss } from './support/fuss.js';
import { Ingesting, openStore, type Store } from './support/ingesting.js';

const tables = projections.flatMap((projection) => projection.tables);
// When and by which of two deliveries this store heard of a row; what the row says must not depend on that.
const hearsayOfTime = new Set([
  'position',
  'read_position',
  'moved_position',
  'received_at',
  'recorded_at',
  'received_at',
  'updated_at',
  'event_key',
  'event_id',
]);

const dump = async (
  database: Database,
  without: ReadonlySet<string>,
): Promise<Readonly<Record<string, readonly string[]>>> => {
  const rows: Record<string, readonly string[]> = {};
  for (const table of tables) {
    // Who was only named before they were known leaves an empty stand-in behind; nothing speaks of it any more.
    const spoken =
      table === 'entities'
        ? "where entity_type <> 'unknown' or entity_id in (select unnest(subject_entity_ids) from memories)"
        : '';
    const found = await database.query<Record<string, unknown>>(`select * from ${table} ${spoken}`);
    rows[table] = found
      .map((row) =>
        JSON.stringify(
          Object.entries(row)
            .filter(([column]) => !without.has(column))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        ),
      )
      .sort();
  }
  return rows;
};

describe('the store', () => {
  let store: Store;
  let running: Ingesting;
  const start = async (): Promise<void> => {
    store = await openStore();
    running = await Ingesting.start(store);
  };
  const stop = async (): Promise<void> => {
    await running.stop();
    await store.database.close();
  };
  beforeEach(start);
  afterEach(stop);

  it('comes out of a rebuild row by row as it was', async () => {
    expect(await running.publish(fuss(), 7)).toBe(fuss().length);
    const before = await dump(store.database, new Set());
    expect(before['memories']?.length).toBeGreaterThan(10);
    await store.log.rebuild(() => undefined);
    expect(await dump(store.database, new Set())).toEqual(before);
  });

  it.each([1, 2, 3, 4].slice(0, proofCases(4, 1)))(
    'holds the same facts whatever came first, and came twice (order %i)',
    async (seed) => {
      await running.publish(fuss());
      const expected = await dump(store.database, hearsayOfTime);
      await stop();
      await start();
      const events = shuffled(
        [...fuss(), ...fuss().map((event) => ({ ...event, id: `${event.id}-again` }))],
        seed,
      );
      expect(await running.publish(events, 5 + seed * 9)).toBe(events.length);
      const found = await dump(store.database, hearsayOfTime);
      for (const table of [
        'source_participants',
        'accounts',
        'entities',
        'sources',
        'messages',
        'memories',
        'memory_evidence',
      ])
        expect({ table, ...difference(found[table] ?? [], expected[table] ?? []) }).toEqual({
          table,
          added: [],
          missing: [],
        });
    },
  );
});

const difference = (found: readonly string[], expected: readonly string[]) => ({
  added: found.filter((row) => !expected.includes(row)),
  missing: expected.filter((row) => !found.includes(row)),
});

/** Fisher and Yates, with a small seeded generator. */
const shuffled = <Item>(items: readonly Item[], seed: number): readonly Item[] => {
  const out = [...items];
  let state = seed * 2_654_435_761;
  for (let index = out.length - 1; index > 0; index -= 1) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    const other = state % (index + 1);
    const [a, b] = [out[index], out[other]];
    if (a !== undefined && b !== undefined) [out[index], out[other]] = [b, a];
  }
  return out;
};
