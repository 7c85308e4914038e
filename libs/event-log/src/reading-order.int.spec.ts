import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '#database';
import { derivedId, event } from '#domain';
import { eventLogMigrations, logStart, PostgresEventLog } from './index.js';

describe('reading order', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ dataDir: 'memory://' });
    await database.migrate(eventLogMigrations);
  });
  afterAll(() => database.close());

  // `order by` prefers the output column: with the same name as its text it ordered '1000' before '999'.
  it('is the order of appends when transaction ids gain a digit', async () => {
    const log = new PostgresEventLog(database, [], () => new Date());
    const at = new Date('2026-05-01T12:00:00Z');
    const [row] = await database.query<{ next: string }>(
      'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
    );
    const next = Number(row?.next);
    const untilNextDigit = 10 ** String(next).length - next;
    expect(untilNextDigit).toBeLessThan(5_000);
    for (let burnt = 0; burnt < untilNextDigit - 10; burnt += 1)
      await database.query('select pg_current_xact_id()');

    const ids = Array.from({ length: 20 }, (_unused, index) => derivedId('reading-order', String(index)));
    for (const memoryId of ids)
      await log.write('t1', (writer) =>
        writer.append(
          [
            {
              stream: `memory-${memoryId}`,
              events: [event('MemoryRestored', { memoryId }, at)],
            },
          ],
          { actor: 'test' },
        ),
      );
    const read = await log.read(logStart, 100);
    expect(read.map(({ data }) => (data as { memoryId: string }).memoryId)).toEqual(ids);
  });
});
