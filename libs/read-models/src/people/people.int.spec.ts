import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { accountEntityId, event } from '#domain';
import { eventLogMigrations, PostgresEventLog } from '#event-log';
import { testDatabase } from '#testing';
import { projections, readModelMigrations } from '../index.js';

const tenantId = 'default';
const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 12, minute));

describe('a handle', () => {
  let database: Database;
  let log: PostgresEventLog;
  beforeEach(async () => {
    database = await testDatabase([...eventLogMigrations, ...readModelMigrations]);
    log = new PostgresEventLog(database, projections, () => at(59));
  });
  afterEach(() => database.close());

  const taken = async (...holders: readonly (readonly [id: string, minute: number])[]): Promise<void> => {
    const events = holders.map(([id, minute]) => {
      const entityId = accountEntityId(tenantId, 'irc', id);
      const names = { handle: 'Drifter', displayName: null };
      const registered = {
        entityId,
        entityType: 'human',
        platform: 'irc',
        platformUserId: id,
        at: at(minute),
        ...names,
      } as const;
      return {
        stream: `entity-${entityId}`,
        events: [event('AccountRegistered', registered, at(minute))],
      };
    });
    await log.write(tenantId, (writer) => writer.append(events, { actor: 'test' }));
  };
  const holder = async (): Promise<readonly string[]> =>
    (
      await database.query<{ id: string }>(
        "select platform_user_id as id from entity_aliases join accounts using (entity_id) where status = 'active' and entity_aliases.handle is not null",
      )
    ).map((row) => row.id);

  it('goes to whoever took it last, in one batch', async () => {
    await taken(['a', 1], ['b', 3], ['c', 2]);
    expect(await holder()).toEqual(['b']);
  });

  it('passes on when somebody takes it later', async () => {
    await taken(['a', 1]);
    await taken(['b', 5]);
    await taken(['c', 4]);
    expect(await holder()).toEqual(['b']);
  });

  it('that was closed is open again for whoever bears it since, now and after a rebuild', async () => {
    const entityId = accountEntityId(tenantId, 'irc', 'a');
    const stream = `entity-${entityId}`;
    const borne = (handle: string, minute: number) => {
      const names = { entityId, platform: 'irc', platformUserId: 'a', displayName: null };
      return event('ProfileObserved', { ...names, handle, at: at(minute) }, at(minute));
    };
    const closed = (name: string, minute: number) =>
      event('NameClosed', { entityId, kind: 'handle', name, at: at(minute) }, at(minute));
    const closedAt = () =>
      database.query('select lower(handle) as handle, closed_at from entity_aliases order by 1');
    await taken(['a', 1]);
    for (const one of [
      borne('Rover', 2),
      borne('Nomad', 3),
      closed('Drifter', 10),
      closed('Rover', 10),
      borne('drifter', 20),
      borne('Nomad', 21),
    ])
      await log.write(tenantId, (writer) => writer.append([{ stream, events: [one] }], { actor: 'test' }));
    const expected = [
      { handle: 'drifter', closed_at: null },
      { handle: 'nomad', closed_at: null },
      { handle: 'rover', closed_at: at(10) },
    ];
    expect(await closedAt()).toEqual(expected);
    await log.rebuild(() => undefined);
    expect(await closedAt()).toEqual(expected);
  });
});
