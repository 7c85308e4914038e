import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EntitySchema } from 'typeorm';
import { testDatabase } from '#testing';
import type { Database, Migration } from './index.js';
import { checksumOf } from './migrations.js';

const notes: Migration = {
  name: '0001-notes',
  statements: ['create table notes (id int primary key, body text)'],
};
interface Note {
  readonly id: number;
  readonly body: string;
}
const noteEntity = new EntitySchema<Note>({
  name: 'Note',
  tableName: 'notes',
  columns: { id: { type: 'int', primary: true }, body: { type: 'text' } },
});
const all = 'select * from notes order by id';

describe('database', () => {
  let database: Database;
  beforeEach(async () => {
    database = await testDatabase([notes], [noteEntity]);
  });
  afterEach(() => database.close());

  describe('transaction', () => {
    it('commits what it did and gives back its result', async () => {
      const result = await database.transaction(async (sql) => {
        await sql.query('insert into notes values ($1, $2)', [1, 'a']);
        return 'done';
      });
      expect(result).toBe('done');
      expect(await database.query(all)).toEqual([{ id: 1, body: 'a' }]);
    });

    it('takes everything back when its work throws, and passes the error on', async () => {
      const failing = database.transaction(async (sql) => {
        await sql.query('insert into notes values ($1, $2)', [1, 'a']);
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      expect(await database.query(all)).toEqual([]);
    });

    it('takes everything back when a statement fails, and the next one goes on', async () => {
      const failing = database.transaction(async (sql) => {
        await sql.query('insert into notes values ($1, $2)', [1, 'a']);
        await sql.query('insert into notes values ($1, $2)', [1, 'b']);
      });
      await expect(failing).rejects.toMatchObject({ code: '23505' });
      await database.transaction((sql) => sql.query('insert into notes values ($1, $2)', [2, 'c']));
      expect(await database.query(all)).toEqual([{ id: 2, body: 'c' }]);
    });

    it('is one for entities and for statements by hand: both are kept, or neither', async () => {
      const writeBoth = (id: number) =>
        database.transaction(async (sql) => {
          await sql.entities((entities) => entities.insert(noteEntity, { id, body: 'as an entity' }));
          await sql.query('insert into notes values ($1, $2)', [id + 1, 'by hand']);
          expect(await sql.entities((entities) => entities.count(noteEntity))).toBe(id + 1);
          if (id > 1) throw new Error('changed my mind');
        });
      await writeBoth(1);
      await expect(writeBoth(3)).rejects.toThrow('changed my mind');
      expect(await database.reading.entities((entities) => entities.find(noteEntity))).toEqual([
        { id: 1, body: 'as an entity' },
        { id: 2, body: 'by hand' },
      ]);
    });

    it('keeps statements of others out until it ends', async () => {
      let beside: Promise<unknown> = Promise.resolve();
      await database.transaction(async (sql) => {
        await sql.query('insert into notes values ($1, $2)', [1, 'a']);
        beside = database.query('insert into notes values ($1, $2) on conflict do nothing', [1, 'b']);
      });
      await beside;
      expect(await database.query(all)).toEqual([{ id: 1, body: 'a' }]);
    });
  });

  describe('statement', () => {
    it('that fails leaves the next one alone, named or not', async () => {
      for (let time = 0; time < 6; time += 1) {
        await expect(database.query('select 1 / $1::int as x', [0])).rejects.toMatchObject({ code: '22012' });
        expect(await database.query('select 1 / $1::int as x', [1])).toEqual([{ x: 1 }]);
        await expect(database.query('select nothing from notes where id = $1', [1])).rejects.toMatchObject({
          code: '42703',
        });
      }
    });

    it('answers with the columns of now after a table was changed', async () => {
      await database.query('insert into notes values (1, $1)', ['a']);
      const byId = 'select * from notes where id = $1';
      for (let time = 0; time < 6; time += 1) await database.query(byId, [1]);
      await database.query('alter table notes add column extra int default 7');
      expect(await database.query(byId, [1])).toEqual([{ id: 1, body: 'a', extra: 7 }]);
      for (let time = 0; time < 6; time += 1) await database.query(byId, [1]);
      await database.migrate([
        notes,
        { name: '0002-less', statements: ['alter table notes drop column body'] },
      ]);
      expect(await database.query(byId, [1])).toEqual([{ id: 1, extra: 7 }]);
    });

    it('of many at once gets its own answer', async () => {
      const numbers = Array.from({ length: 200 }, (_, index) => index);
      const answers = await Promise.all(
        numbers.map((n) => database.query<{ n: number }>('select $1::int as n', [n])),
      );
      expect(answers.map(([row]) => row?.n)).toEqual(numbers);
    });

    it('takes and gives a megabyte', async () => {
      const body = 'ü'.repeat(600_000);
      const bytes = Buffer.alloc(1_500_000, 7);
      const [row] = await database.query<{ body: string; bytes: Buffer }>(
        'select $1::text as body, $2::bytea as bytes',
        [body, bytes],
      );
      expect(row?.body === body && row.bytes.equals(bytes)).toBe(true);
    });
  });

  describe('migration', () => {
    const more: Migration = {
      name: '0002-more',
      statements: ['create table more (id int)', 'insert into more values (1)'],
    };

    it('is applied once, whoever asks at the same time', async () => {
      const answers = await Promise.all([database.migrate([notes, more]), database.migrate([more, notes])]);
      expect(answers.flat()).toEqual(['0002-more']);
      expect(await database.query('select id from more')).toEqual([{ id: 1 }]);
    });

    it('is applied whole or not at all, and the error names it', async () => {
      const broken: Migration = {
        name: '0003-broken',
        statements: ['create table half ()', 'create nonsense'],
      };
      await expect(database.migrate([notes, broken])).rejects.toThrow('0003-broken');
      expect(await database.query(`select to_regclass('half') as half`)).toEqual([{ half: null }]);
      expect(await database.migrate([notes, more])).toEqual(['0002-more']);
    });

    it('goes on from what an earlier version applied and wrote down in its own way', async () => {
      await database.query('drop table kith_migrations');
      await database.query(
        'create table kith_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
      );
      await database.query('insert into kith_migrations (name, checksum) values ($1, $2)', [
        notes.name,
        checksumOf(notes),
      ]);
      expect(await database.migrate([notes, more])).toEqual(['0002-more']);
      expect(await database.migrate([notes, more])).toEqual([]);
      const applied = await database.query('select name, checksum from kith_migrations order by name');
      expect(applied).toEqual([notes, more].map((done) => ({ name: done.name, checksum: checksumOf(done) })));
    });

    it('that was changed after it was applied is refused, and nothing is applied', async () => {
      const changed: Migration = { name: notes.name, statements: ['create table notes (id bigint)'] };
      await expect(database.migrate([changed, more])).rejects.toThrow('0001-notes was changed');
      expect(await database.query(`select to_regclass('more') as more`)).toEqual([{ more: null }]);
    });

    it('finds pgvector there', async () => {
      expect(await database.query(`select '[1,2]'::vector <-> '[1,4]' as distance`)).toEqual([
        { distance: 2 },
      ]);
    });
  });
});
