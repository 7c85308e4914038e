import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '../index.js';
import { Needles } from './needles.js';
import { purgeDeadRows } from './purge.js';
import { scanFiles } from './scan-files.js';
import { scanTables } from './scan-tables.js';

describe('what was deleted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kith-residual-'));
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ dataDir: folder });
    await database.query(
      'create table notes (tenant_id text, said text, more jsonb, body bytea, tags text[])',
    );
    await database.query('create table kept (said text)');
  }, 60_000);
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const spoken = 'a rosewood bassoon in the attic';
  const needles = new Needles([spoken, 'Théodora "Teddy"', 'bo']);
  const say = async (tenantId: string): Promise<void> => {
    await database.query('insert into notes values ($1, $2, $3, $4, $5)', [
      tenantId,
      `He keeps ${spoken}.`,
      JSON.stringify({ name: 'Théodora "Teddy"' }),
      Buffer.from(JSON.stringify({ text: `and ${spoken}` })),
      ['none', spoken.toUpperCase()],
    ]);
  };

  it('is found in every column of a row of its tenant, whatever its type', async () => {
    for (const tenantId of ['one', 'two']) await say(tenantId);
    const { residues } = await scanTables(database, 'one', needles);
    expect(residues.map(({ column }) => column).sort()).toEqual(['body', 'more.name', 'said', 'tags']);
    expect(needles.tooShort).toBe(1);
    await database.query('delete from notes where tenant_id = $1', ['two']);
  });

  it('is found in what the planner noted of it, and in files, until those are purged', async () => {
    await database.query('insert into notes select $1, $2 from generate_series(1, 300)', ['one', spoken]);
    await database.query('insert into kept select $1 || n from generate_series(1, 300) as n', [
      'a tin whistle ',
    ]);
    await database.query('analyze notes');
    await database.query('delete from notes');
    await database.query('checkpoint');
    const planned = await scanTables(database, 'one', needles);
    expect(planned.residues.map(({ table }) => table)).toContain('pg_stats of notes');
    expect((await scanFiles(folder, needles)).residues.size).toBeGreaterThan(0);

    expect(await purgeDeadRows(database, [])).toBe('none');
    expect((await scanTables(database, 'one', needles)).residues).toEqual([]);
    expect([...(await scanFiles(folder, needles)).residues.keys()]).toEqual([]);
    const stays = await scanFiles(folder, new Needles(['a tin whistle 7']));
    expect(stays.residues.size).toBeGreaterThan(0);
  }, 60_000);

  it('is in no segment of the log that was kept to be written over', async () => {
    const long = `${spoken}, `.repeat(20);
    await database.query('insert into notes select $1, $2 from generate_series(1, 80000)', ['one', long]);
    await database.query('checkpoint');
    await database.query('truncate notes');
    await purgeDeadRows(database, []);
    expect([...(await scanFiles(folder, needles)).residues.values()]).toEqual([]);
  }, 60_000);

  it('is found as whole words alone, in any case', () => {
    const one = new Needles(['Anna', 'rain']);
    const found = (text: string): readonly string[] => [...one.in(Buffer.from(text))];
    expect(found('savannah, trains and Annas')).toEqual([]);
    expect(found('so ANNA said: rain')).toEqual(['Anna', 'rain']);
    expect(found('annaé')).toEqual([]);
  });
});
