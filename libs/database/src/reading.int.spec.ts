import { describe, expect, it } from '@jest/globals';
import { startEmbedded } from './embedded-engine.js';
import { openDataSource } from './data-source.js';
import { StatementTimeoutError } from './database.js';
import { PgDatabase } from './pg-database.js';

describe('a statement that somebody waits for', () => {
  it('goes before the work that was asked for earlier, and waits for no transaction to come', async () => {
    const engine = await startEmbedded('memory://');
    const source = await openDataSource(engine.connecting);
    const database = new PgDatabase('embedded', source, () => engine.stop());
    const order: string[] = [];
    const note = (what: string) => () => order.push(what);
    const first = database.transaction((sql) => sql.query('select 1')).then(note('first batch'));
    const second = database.transaction((sql) => sql.query('select 1')).then(note('second batch'));
    const answer = database.reading.query('select 1').then(note('answer'));
    await Promise.all([first, second, answer]);
    expect(order).toEqual(['first batch', 'answer', 'second batch']);
    await database.close();
  });

  it('lets its caller go after a while, whether it runs or waits, and those behind it have their turn', async () => {
    const engine = await startEmbedded('memory://');
    const source = await openDataSource(engine.connecting);
    const database = new PgDatabase('embedded', source, () => engine.stop(), { readWithinMs: 60 });
    const counting =
      'select count(*) from generate_series(1, 400000) a join generate_series(1, 12) b on true';
    const running = database.reading.query(counting).catch((error: unknown) => error);
    const waiting = database.reading.query('select 1').catch((error: unknown) => error);
    expect(await running).toBeInstanceOf(StatementTimeoutError);
    expect(await waiting).toBeInstanceOf(StatementTimeoutError);
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect(await database.reading.query('select 1 as one')).toEqual([{ one: 1 }]);
    await database.close();
  });
});
