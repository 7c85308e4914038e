import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { RulesExtractor } from '#extraction';
import { Ingest } from '#ingest';
import { PgVectorMemoryIndex } from '#memory-index';
import { EmbeddedMessageBus, InProcessRequestReply } from '#messaging';
import { projections } from '#read-models';
import { PostgresEventLog } from '#event-log';
import { defaultKnobs, sourceIdOf } from '#domain';
import { allMigrations } from '#standalone';
import { testDatabase } from '#testing';
import { fuss } from './support/fuss.js';

const tables = projections.flatMap((projection) => projection.tables);
// When and by which of two deliveries this store heard of a row; what the row says must not depend on that.
const hearsayOfTime = new Set([
  'position',
  'read_position',
  'moved_position',
  'confined_position',
  'recorded_at',
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

interface Running {
  readonly database: Database;
  readonly log: PostgresEventLog;
  readonly ingest: Ingest;
  readonly bus: EmbeddedMessageBus;
}

const now = (): Date => new Date();
const nothing = (): void => undefined;

const start = async (): Promise<Running> => {
  const database = await testDatabase(allMigrations);
  const log = new PostgresEventLog(database, projections, now);
  const bus = new EmbeddedMessageBus(database);
  const ingest = new Ingest({
    database,
    log,
    bus,
    services: new InProcessRequestReply(),
    index: new PgVectorMemoryIndex(database),
    extractor: new RulesExtractor(),
    knobs: defaultKnobs,
    isExtractionEnabled: true,
    confidenceThreshold: 0.7,
    now,
    newId: () => '00000000-0000-4000-8000-000000000000',
    onRecorded: nothing,
    onRead: nothing,
    onError: (error) => process.stderr.write(`${String(error)}\n`),
  });
  await ingest.start();
  return { database, log, ingest, bus };
};

const stop = async (running: Running): Promise<void> => {
  await running.ingest.stop();
  await running.bus.close();
  await running.database.close();
};

const publish = async (
  running: Running,
  events: readonly { readonly id: string }[],
  batch: number,
): Promise<void> => {
  for (let from = 0; from < events.length; from += batch) {
    const stored = await running.bus.publish(
      events.slice(from, from + batch).map((event) => ({
        id: `/test|${event.id}`,
        tenantId: 'default',
        kind: 'events' as const,
        key: sourceIdOf('default', 'chat', 'group', event.id),
        body: Buffer.from(JSON.stringify(event)),
        headers: {},
      })),
    );
    expect(stored).toHaveLength(Math.min(batch, events.length - from));
    await running.ingest.settled(60_000);
  }
};

describe('the store', () => {
  let running: Running;
  beforeEach(async () => {
    running = await start();
  });
  afterEach(() => stop(running));

  it('comes out of a rebuild row by row as it was', async () => {
    await publish(running, fuss(), 7);
    const before = await dump(running.database, new Set());
    expect(before['memories']?.length).toBeGreaterThan(10);
    await running.log.rebuild(nothing);
    expect(await dump(running.database, new Set())).toEqual(before);
  });

  it.each([1, 2, 3, 4])(
    'holds the same facts whatever came first, and came twice (order %i)',
    async (seed) => {
      await publish(running, fuss(), 500);
      const expected = await dump(running.database, hearsayOfTime);
      await stop(running);
      running = await start();
      const events = shuffled(
        [...fuss(), ...fuss().map((event) => ({ ...event, id: `${event.id}-again` }))],
        seed,
      );
      await publish(running, events, 5 + seed * 9);
      const found = await dump(running.database, hearsayOfTime);
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
