import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openScratchDatabase, type Database } from './index.js';
import { runUpkeep } from './upkeep.js';

describe('upkeep of the embedded database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openScratchDatabase([
      { name: '0001-notes', statements: ['create table notes (body text storage external)'] },
    ]);
  });
  afterAll(() => database.close());

  const behind = async (): Promise<number> => {
    const [row] = await database.query<{ behind: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as behind from pg_control_checkpoint()',
    );
    return row?.behind ?? 0;
  };

  it('keeps the log short and lets the planner know the tables', async () => {
    await database.query(`insert into notes select repeat('x', 8000) || n from generate_series(1, 9000) n`);
    await database.query('select pg_stat_force_next_flush()');
    expect(await behind()).toBeGreaterThan(64 * 1024 * 1024);
    await runUpkeep(database);
    const [row] = await database.query(`select reltuples from pg_class where relname = 'notes'`);
    expect(row).toEqual({ reltuples: 9_000 });
    expect(await behind()).toBeLessThan(1024 * 1024);
  });
});
