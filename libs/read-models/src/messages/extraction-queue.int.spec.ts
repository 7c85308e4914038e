import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { derivedId } from '#domain';
import { eventLogMigrations } from '#event-log';
import { testDatabase } from '#testing';
import { readModelMigrations } from '../migrations.js';
import { countUnread, nextUnread, readingBacklog } from '../queries/unread.js';
import { claimUnread, letGoOfClaims } from './claims.js';

const id = (name: string): string => derivedId('test', name);
const isQueue = ({ name }: { readonly name: string }): boolean => /-extraction-(?:queue|claims)$/u.test(name);

/** As the version before wrote it. */
const insertOld = `insert into messages (record_id, tenant_id, agent_id, platform, message_id, source_id, author_id, author_type, sent_at, received_at,
    text, original_at, mention_ids, roster, roster_complete, event_key, needs_reading, read_position, used_context, name_keys,
    visibility_scope, sensitivity_rank, disclosure, position, recorded_at, updated_at)
  select id, 'default', id, 'chat', id::text, id, id, 'human', sent_at, sent_at, 'hello', sent_at, '{}', '{}', false, id::text, needs_reading, 0, false, '{}',
    'private_subject', 2, 'conversation_private', 1, now() - interval '1 minute', now()
  from unnest($1::uuid[], $2::timestamptz[], $3::boolean[]) as old(id, sent_at, needs_reading)`;

describe('the queue of what to extract', () => {
  let database: Database;
  beforeAll(async () => {
    const migrations = [...eventLogMigrations, ...readModelMigrations];
    database = await testDatabase(migrations.filter((migration) => !isQueue(migration)));
    const olds = [
      { name: 'late', at: '2026-01-01T12:00:00Z', isWaiting: true },
      { name: 'read', at: '2026-01-01T11:00:00Z', isWaiting: false },
      { name: 'early', at: '2026-01-01T10:00:00Z', isWaiting: true },
    ];
    await database.query(insertOld, [
      olds.map(({ name }) => id(name)),
      olds.map(({ at }) => at),
      olds.map(({ isWaiting }) => isWaiting),
    ]);
    await database.migrate(migrations);
  });
  afterAll(() => database.close());

  const waiting = async (limit: number, except: readonly string[] = []): Promise<readonly string[]> =>
    (await nextUnread(database, limit, except)).map((row) => row.record_id);

  it('holds what waited before there was one, and gives it in the order in which it was sent', async () => {
    expect(await waiting(10)).toEqual([id('early'), id('late')]);
    expect(await waiting(1)).toEqual([id('early')]);
    expect(await waiting(10, [id('early')])).toEqual([id('late')]);
  });

  it('gives nobody what another claimed, until that lets go of it or its time is over', async () => {
    const [one, other] = [id('one'), id('other')];
    const claimed = async (owner: string, limit: number, forMs: number): Promise<readonly string[]> =>
      (await claimUnread(database, limit, [], { owner, forMs })).map((row) => row.record_id);
    expect(await claimed(one, 1, 60_000)).toEqual([id('early')]);
    expect(await claimed(other, 10, 60_000)).toEqual([id('late')]);
    expect(await claimed(one, 10, 60_000)).toEqual([id('early')]);
    await letGoOfClaims(database, other);
    expect(await claimed(one, 10, 0)).toEqual([id('early'), id('late')]);
    expect(await claimed(other, 10, 0)).toEqual([id('early'), id('late')]);
    await letGoOfClaims(database, other);
  });

  it('tells how much waits, and for how long', async () => {
    expect(await countUnread(database)).toBe(2);
    const backlog = await readingBacklog(database);
    expect(backlog.messages).toBe(2);
    expect(backlog.seconds).toBeGreaterThanOrEqual(60);
  });
});
