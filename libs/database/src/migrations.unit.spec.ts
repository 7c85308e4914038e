import { describe, expect, it } from '@jest/globals';
import type { Migration } from './database.js';
import { checksumOf, planMigrations } from './migrations.js';

const migration = (name: string, ...statements: readonly string[]): Migration => ({ name, statements });
const applied = (done: Migration) => ({ name: done.name, checksum: checksumOf(done) });
const [first, second] = [migration('0001-a', 'create table a ()'), migration('0002-b', 'create table b ()')];

describe('plan of migrations', () => {
  it('runs what is not applied yet, in order of name', () => {
    expect(planMigrations([second, first], [])).toEqual({ kind: 'apply', pending: [first, second] });
    expect(planMigrations([second, first], [applied(first)])).toEqual({ kind: 'apply', pending: [second] });
  });

  it('runs one that comes late between two that are applied', () => {
    expect(planMigrations([first, second], [applied(second)])).toEqual({ kind: 'apply', pending: [first] });
  });

  it('lets alone what another part of the program applied', () => {
    expect(planMigrations([second], [applied(first)])).toEqual({ kind: 'apply', pending: [second] });
  });

  it('refuses one that was changed after it was applied', () => {
    const changed = migration(first.name, 'create table a (id int)');
    expect(planMigrations([changed, second], [applied(first)])).toMatchObject({
      kind: 'refuse',
      problems: [expect.stringContaining('0001-a was changed')],
    });
  });

  it('refuses two of one name', () => {
    expect(planMigrations([first, migration('0001-a', 'select 1')], [])).toMatchObject({ kind: 'refuse' });
  });

  it('tells one statement from two', () => {
    expect(checksumOf(migration('a', 'x', 'y'))).not.toBe(checksumOf(migration('a', 'x\ny')));
  });
});
