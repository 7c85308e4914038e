import { afterEach, describe, expect, it } from '@jest/globals';
import type { Database, Migration } from '#database';
import { testDatabase } from './test-database.js';

const migrations: readonly Migration[] = [
  {
    name: '0001-notes',
    statements: ['create table notes (id bigint primary key)', 'insert into notes values (1)'],
  },
];

describe('test database', () => {
  let database: Database;
  afterEach(() => database.close());

  for (const time of ['first', 'second', 'third']) {
    it(`holds what the migrations made and nothing else, the ${time} time`, async () => {
      database = await testDatabase(migrations);
      expect(await database.query('select id from notes')).toEqual([{ id: '1' }]);
      await database.query('insert into notes values ($1)', [2]);
    });
  }
});
