import { describe, expect, it } from '@jest/globals';
import { openScratchDatabase, type Database } from '#database';
import { derivedId, event, type IdKey } from '#domain';
import { testDatabase } from '#testing';
import { loadIdKey } from './id-key.js';
import { eventLogMigrations } from './migrations.js';
import { PostgresEventLog } from './postgres-event-log.js';

const at = new Date('2026-03-01T10:00:00Z');
const idIn = (key: IdKey): string => key.derive('memory', 'keeps bees');
const logOn = (database: Database) => new PostgresEventLog(database, [], () => at);
const idOf = (database: Database): Promise<string> =>
  logOn(database).write('default', (writer) => Promise.resolve(idIn(writer.idKey)));
const secrets = (database: Database) =>
  database.query<{ bytes: number | null }>('select length(secret) as bytes from id_key');

describe('the id key of a store', () => {
  it('is made once, whoever asks first, and stays', async () => {
    const database = await testDatabase(eventLogMigrations);
    expect(await secrets(database)).toEqual([]);
    const keys = await Promise.all([loadIdKey(database), loadIdKey(database), loadIdKey(database)]);
    expect(new Set([...keys.map(idIn), await idOf(database), await idOf(database)]).size).toBe(1);
    expect(await secrets(database)).toEqual([{ bytes: 32 }]);
    await database.close();
  });

  it('stays though the work that asked for it first came to nothing', async () => {
    const database = await testDatabase(eventLogMigrations);
    const log = logOn(database);
    const seen: string[] = [];
    const failing = log.write('default', (writer) => {
      seen.push(idIn(writer.idKey));
      return Promise.reject(new Error('changed my mind'));
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect([await idOf(database), await log.write('default', (w) => Promise.resolve(idIn(w.idKey)))]).toEqual(
      [...seen, ...seen],
    );
    await database.close();
  });

  it('is its own, also of a store that began as a copy of the same template', async () => {
    const ids: string[] = [];
    for (const _store of ['one', 'other']) {
      const database = await openScratchDatabase(eventLogMigrations);
      ids.push(await idOf(database));
      await database.close();
    }
    expect(new Set([...ids, derivedId('memory', 'keeps bees')]).size).toBe(3);
  });

  it('is none where events were recorded before there were keys: their ids stay what they are', async () => {
    const before = eventLogMigrations.filter(({ name }) => name < '0011');
    const database = await testDatabase(before);
    const left = event(
      'ParticipantLeft',
      { sourceId: derivedId('a'), entityId: derivedId('b'), role: 'member', namesHeld: 'none', at },
      at,
    );
    await database.query(
      `insert into events (tenant_id, stream, version, type, schema_version, data, metadata, occurred_at, recorded_at)
       values ('default', 'source-a', 1, $1, 1, $2, '{}', $3, $3)`,
      [left.type, JSON.stringify(left.data), at],
    );
    expect(await database.migrate(eventLogMigrations)).toContain('0011-id-key');
    expect(await idOf(database)).toBe(derivedId('memory', 'keeps bees'));
    expect(await secrets(database)).toEqual([{ bytes: null }]);
    // Lost, it is made anew by nobody.
    await database.query('delete from id_key');
    await expect(idOf(database)).rejects.toThrow('restore the row of table id_key');
    await database.close();
  });
});
