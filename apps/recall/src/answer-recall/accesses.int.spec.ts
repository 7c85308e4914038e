import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { derivedId } from '#domain';
import { eventLogMigrations } from '#event-log';
import { readModelMigrations } from '#read-models';
import { testDatabase } from '#testing';
import { Accesses } from './accesses.js';

const [one, other] = ['one', 'other'].map((name) => derivedId('accesses', name)) as [string, string];

describe('how often a memory was told', () => {
  let database: Database;
  let time = new Date(Date.UTC(2026, 4, 1));
  const faults: unknown[] = [];
  beforeAll(async () => {
    database = await testDatabase([...eventLogMigrations, ...readModelMigrations]);
  });
  afterAll(() => database.close());

  const counts = () =>
    database.query(
      'select memory_id, access_count, last_accessed_at from memory_accesses order by access_count',
    );
  const made = (of: Database = database) =>
    new Accesses({ database: of, now: () => time, onError: (error) => faults.push(error) });

  it('is written when it is flushed, not when it is told, and adds up', async () => {
    const accesses = made();
    accesses.told('default', [one, other]);
    accesses.told('default', [one]);
    expect(await counts()).toEqual([]);
    await accesses.flush();
    time = new Date(Date.UTC(2026, 4, 2));
    accesses.told('default', [one]);
    await accesses.stop();
    expect(await counts()).toEqual([
      { memory_id: other, access_count: 1, last_accessed_at: new Date(Date.UTC(2026, 4, 1)) },
      { memory_id: one, access_count: 3, last_accessed_at: new Date(Date.UTC(2026, 4, 2)) },
    ]);
  });

  it('is lost where it cannot be written, and nobody is held up by that', async () => {
    const broken = Object.assign(Object.create(database) as Database, {
      query: () => Promise.reject(new Error('away')),
    });
    const accesses = made(broken);
    accesses.told('default', [one]);
    await accesses.flush();
    expect(faults).toHaveLength(1);
  });
});
