import { afterEach, describe, expect, it } from '@jest/globals';
import type { Database, Migration } from '#database';
import { testDatabase } from './test-database.js';

const plain: Migration = {
  name: '0001-notes',
  statements: [
    'create table notes (id bigint generated always as identity primary key, body text)',
    'create function refuse() returns trigger language plpgsql as $$ begin raise exception $x$append-only$x$; end $$',
    'create trigger notes_append_only before truncate on notes execute function refuse()',
  ],
};
const seeded: Migration = { name: '0002-seed', statements: [`insert into notes (body) values ('seed')`] };
/** Without a sequence, so that the rows alone bring it back. */
const settings: Migration = {
  name: '0003-settings',
  statements: [
    'create table settings (name text primary key, turn bigint not null, names text[], more jsonb, at timestamptz, bytes bytea)',
    `insert into settings values ('one', 9007199254740993, '{"a,b",c}', '{"d": [1.50]}', '2026-05-01T12:00:00.123456Z', '\\x00ff')`,
  ],
};

describe('test database', () => {
  let database: Database;
  afterEach(() => database.close());

  for (const time of ['first', 'second', 'third']) {
    it(`holds what the migrations made and nothing else, the ${time} time`, async () => {
      database = await testDatabase([plain]);
      expect(await database.query('select id from notes')).toEqual([]);
      await database.query('insert into notes (body) values ($1)', ['mine']);
      expect(await database.query('select id from notes')).toEqual([{ id: '1' }]);
    });
  }

  for (const time of ['first', 'second']) {
    it(`holds the rows that the migrations wrote, the ${time} time`, async () => {
      database = await testDatabase([plain, seeded]);
      await database.query('insert into notes (body) values ($1)', ['mine']);
      expect(await database.query('select body from notes order by id')).toEqual([
        { body: 'seed' },
        { body: 'mine' },
      ]);
    });
  }

  for (const time of ['first', 'second']) {
    it(`holds those rows as they were, the ${time} time`, async () => {
      database = await testDatabase([plain, settings]);
      expect(await database.query('select settings::text as row from settings')).toEqual([
        {
          row: `(one,9007199254740993,"{""a,b"",c}","{""d"": [1.50]}","2026-05-01 12:00:00.123456+00","\\\\x00ff")`,
        },
      ]);
      await database.query('update settings set turn = 2, bytes = null');
      await database.query('insert into notes (body) values ($1)', ['mine']);
    });
  }

  it('gives two at the same time two databases', async () => {
    const other = await testDatabase([plain]);
    database = await testDatabase([plain]);
    await other.query('insert into notes (body) values ($1)', ['mine']);
    expect(await database.query('select id from notes')).toEqual([]);
    await other.close();
  });
});
