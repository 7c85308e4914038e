import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from './index.js';

describe('embedded database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ dataDir: 'memory://' });
    await database.migrate([]);
  });
  afterAll(() => database.close());

  it('gives bigint as string, timestamps as Date, jsonb parsed, arrays parsed, bytea as Buffer', async () => {
    const [row] = await database.query(
      `select 9007199254740993::bigint as big, '2026-05-01T12:00:00.123Z'::timestamptz as at, '{"a":[1]}'::jsonb as json,
              array[1.5, 2]::numeric[] as numbers, array['6b1f0b6e-2f0a-5d1c-9d6e-4a7c3b2a1908']::uuid[] as ids,
              array['a "quoted", b', null]::text[] as words, array[1, 9007199254740993]::bigint[] as bigs, '\\x00ff'::bytea as bytes`,
    );
    expect(row).toEqual({
      big: '9007199254740993',
      at: new Date('2026-05-01T12:00:00.123Z'),
      json: { a: [1] },
      numbers: [1.5, 2],
      ids: ['6b1f0b6e-2f0a-5d1c-9d6e-4a7c3b2a1908'],
      words: ['a "quoted", b', null],
      bigs: ['1', '9007199254740993'],
      bytes: Buffer.from([0, 255]),
    });
  });

  it('takes arrays, bytes, dates, bigints and nulls as parameters', async () => {
    const bytes = new Uint8Array([0, 1, 255]);
    const at = new Date('2026-05-01T12:00:00.123Z');
    const [row] = await database.query(
      'select $1::text[] as words, $2::bytea[] as parts, $3::timestamptz[] as times, $4::bigint as big, $5::bytea as bytes, $6::boolean as flag, $7::text as nothing, $8::float8[] as floats',
      [
        ['a,b', '{"}\\', ''],
        [bytes, Buffer.from('x')],
        [at],
        9007199254740993n,
        bytes,
        true,
        null,
        [0.1, -2],
      ],
    );
    expect(row).toEqual({
      words: ['a,b', '{"}\\', ''],
      parts: [Buffer.from(bytes), Buffer.from('x')],
      times: [at],
      big: '9007199254740993',
      bytes: Buffer.from(bytes),
      flag: true,
      nothing: null,
      floats: [0.1, -2],
    });
  });
});
