import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { derivedId, event, type KithEvent } from '#domain';
import { testDatabase } from '#testing';
import type { Projection, RecordedEvent } from './event-log.js';
import { eventLogMigrations } from './migrations.js';
import { PostgresEventLog } from './postgres-event-log.js';

const tenantId = 'default';
const at = new Date('2026-03-01T10:00:00Z');
const sourceId = derivedId('test', 'source');
const memoryId = derivedId('test', 'memory');

const left = (who: string): KithEvent =>
  event(
    'ParticipantLeft',
    { sourceId, entityId: derivedId('test', who), role: 'member', namesHeld: 'none', at },
    at,
  );
const registered = (handle: string): KithEvent =>
  event(
    'AccountRegistered',
    {
      entityId: memoryId,
      entityType: 'human',
      platform: 'chat',
      platformUserId: 'u1',
      at,
      handle,
      displayName: null,
    },
    at,
  );
const names = (events: readonly RecordedEvent[]): readonly string[] =>
  events.map((one) => (one.type === 'ParticipantLeft' ? one.data.entityId : one.type));

describe('the event log', () => {
  let database: Database;
  let seen: RecordedEvent[];
  let log: PostgresEventLog;
  const noted: Projection = {
    name: 'noted',
    version: 1,
    tables: ['noted'],
    handles: ['ParticipantLeft'],
    project: async (events, sql) => {
      seen.push(...events);
      for (const one of events) await sql.query('insert into noted (id) values ($1)', [one.stream]);
    },
  };
  beforeEach(async () => {
    seen = [];
    database = await testDatabase([
      ...eventLogMigrations,
      { name: '0999-noted', statements: ['create table noted (id text not null)'] },
    ]);
    log = new PostgresEventLog(database, [noted], () => at);
  });
  afterEach(() => database.close());

  const append = (stream: string, ...events: readonly KithEvent[]) =>
    log.write(tenantId, (writer) => writer.append([{ stream, events }], { actor: 'test' }));

  it('counts on the versions of a stream, also of two appends in one unit of work', async () => {
    await append('source-a', left('one'));
    await log.write(tenantId, async (writer) => {
      await writer.append(
        [
          { stream: 'source-a', events: [left('two')] },
          { stream: 'source-b', events: [left('three')] },
          { stream: 'source-a', events: [left('four')] },
        ],
        { actor: 'test' },
      );
      await writer.append([{ stream: 'source-a', events: [left('five')] }], { actor: 'test' });
    });
    const versions = async (stream: string) =>
      (await log.readStream(tenantId, stream)).map(({ version }) => version);
    expect(await versions('source-a')).toEqual([1, 2, 3, 4]);
    expect(await versions('source-b')).toEqual([1]);
  });

  it('moves projections with the append, or neither', async () => {
    const failing = log.write(tenantId, async (writer) => {
      await writer.append([{ stream: 'source-a', events: [left('one')] }], {
        actor: 'test',
      });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await log.count()).toBe(0);
    expect(await database.query('select * from noted')).toEqual([]);
  });

  it('remembers what a command answered, with the work it did', async () => {
    await log.write(tenantId, (writer) => writer.remember(new Map([['c-1', { said: 'done' }]])));
    const known = await log.write(tenantId, (writer) => writer.carriedOut(['c-1', 'c-2']));
    expect([...known]).toEqual([['c-1', { said: 'done' }]]);
  });

  it('tells what befell a tenant after a position, of some types, with what is sealed left so', async () => {
    await append('source-a', left('one'));
    const head = await log.head(tenantId);
    await append('entity-a', registered('Wilhelmina'), left('two'));
    const since = await log.write(tenantId, (writer) =>
      writer.changedSince(head, ['AccountRegistered', 'MessageEdited']),
    );
    expect(since.map((one) => [one.type, one.stream])).toEqual([['AccountRegistered', 'entity-a']]);
    expect(since[0]?.data).toMatchObject({ platform: 'chat', platformUserId: null, handle: null });
    expect(await log.head('another')).toBe(0n);
  });

  it('tells what else the unit of work appended in which a stream got an event', async () => {
    const both = (stream: string, ...events: readonly KithEvent[]) =>
      log.write(tenantId, (writer) =>
        writer.append(
          [
            { stream, events },
            { stream: `memory-of-${stream}`, events: [left('three')] },
          ],
          { actor: 'test' },
        ),
      );
    await both('entity-a', registered('Ada'));
    await both('entity-b', left('four'));
    const anchor = { streams: ['entity-a', 'entity-b'], type: 'AccountRegistered' } as const;
    expect(await log.movedWith(tenantId, anchor, 'memory-')).toEqual(['memory-of-entity-a']);
    const appended = await log.appendedWith(tenantId, anchor, ['ParticipantLeft']);
    expect(appended.map((one) => one.stream)).toEqual(['memory-of-entity-a']);
  });

  it('notes work that is to be finished, by whichever process', async () => {
    await log.begin('index-rebuild');
    await log.begin('index-rebuild');
    expect(await log.isUnfinished('index-rebuild')).toBe(true);
    await log.finish('index-rebuild');
    expect(await log.isUnfinished('index-rebuild')).toBe(false);
  });

  it('keeps no personal text in the clear, and none at all once its key is gone', async () => {
    await append('entity-a', registered('Wilhelmina'));
    const [row] = await database.query<{ data: object }>('select data from events');
    expect(JSON.stringify(row)).not.toContain('Wilhelmina');
    expect(JSON.stringify((await log.readStream(tenantId, 'entity-a')).map((one) => one.data))).toContain(
      'Wilhelmina',
    );
    await log.write(tenantId, (writer) => writer.destroyKeys([memoryId]));
    await append('entity-a', registered('Mina'));
    const after = JSON.stringify((await log.readStream(tenantId, 'entity-a')).map((one) => one.data));
    expect(after).not.toMatch(/Wilhelmina|Mina/u);
    expect(after).toContain('"handle":null');
  });

  it('is never changed', async () => {
    await append('source-a', left('one'));
    await expect(database.query("update events set type = 'Other'")).rejects.toThrow(/append-only/u);
    await expect(database.query('delete from events')).rejects.toThrow(/append-only/u);
    await expect(database.query('truncate events')).rejects.toThrow(/append-only/u);
  });

  it('resumes a subscription behind what it handled, and repeats what it did not', async () => {
    const handled: string[] = [];
    let isBroken = true;
    const options = {
      name: 'test-reader',
      types: ['ParticipantLeft'] as const,
      batchSize: 1,
      handle: (events: readonly RecordedEvent[]) => {
        if (handled.length === 1 && isBroken) return Promise.reject(new Error('not now'));
        handled.push(...events.map((one) => one.stream));
        return Promise.resolve();
      },
      onError: () => undefined,
    };
    await append('source-a', left('one'));
    await append('source-b', left('two'));
    const first = await log.subscribe(options);
    await expect(first.caughtUp(300)).rejects.toThrow(/did not catch up/u);
    await first.stop();
    isBroken = false;
    const second = await log.subscribe(options);
    await second.caughtUp(10_000);
    await second.stop();
    expect(handled).toEqual(['source-a', 'source-b']);
  });

  it('lets go of whoever waits for a subscription that is stopped', async () => {
    const reader = await log.subscribe({
      name: 'test-stopped',
      types: ['ParticipantLeft'],
      batchSize: 1,
      handle: () => Promise.reject(new Error('not now')),
      onError: () => undefined,
    });
    await append('source-a', left('one'));
    const waiting = reader.caughtUp(60_000);
    await reader.stop();
    await waiting;
    await reader.caughtUp(60_000);
  });

  it('empties and fills every projection in a rebuild', async () => {
    await append('source-a', left('one'), left('two'));
    await database.query("insert into noted (id) values ('stray')");
    expect(await log.rebuild(() => undefined)).toBe(2);
    expect(await database.query('select id from noted')).toEqual([{ id: 'source-a' }, { id: 'source-a' }]);
    expect(await log.readStream(tenantId, 'source-a')).toHaveLength(2);
  });

  // Other databases of a server hold the reading horizon back as well, hence a second transaction rather than a writer.
  const besideAnother = async (work: () => Promise<void>): Promise<void> => {
    if (database.engine === 'embedded') return work();
    await database.transaction(async (sql) => {
      await sql.query('select pg_current_xact_id()');
      await work();
    });
  };

  it('rebuilds all there is while an unrelated transaction is running', async () => {
    await besideAnother(async () => {
      await append('source-a', left('one'), left('two'));
      expect(await log.rebuild(() => undefined)).toBe(2);
    });
  });

  it('is not caught up with what a running transaction still hides', async () => {
    const handled: string[] = [];
    const subscription = await log.subscribe({
      name: 'patient',
      types: ['ParticipantLeft'],
      batchSize: 5,
      handle: (events) => Promise.resolve(void handled.push(...names(events))),
      onError: () => undefined,
    });
    let caught: Promise<void> = Promise.resolve();
    await besideAnother(async () => {
      await append('source-a', left('one'));
      caught = subscription.caughtUp(10_000);
      // Long enough for the reader to find nothing and to be idle.
      await log.count();
    });
    await caught;
    expect(handled).toHaveLength(1);
    await subscription.stop();
  });

  it('replays the log into a projection of which an older version made the rows, once', async () => {
    await log.write(tenantId, (writer) =>
      writer.append([{ stream: 's-1', events: [left('Ada')] }], { actor: 'test' }),
    );
    expect(await log.upgradeProjections()).toEqual([]);
    await database.query("insert into noted (id) values ('by the older version')", []);
    const raised = new PostgresEventLog(database, [{ ...noted, version: 2 }], () => at);
    expect(await raised.upgradeProjections()).toEqual(['noted']);
    expect(await raised.upgradeProjections()).toEqual([]);
    // The older version again, beside the newer one: both would make the rows anew in turns.
    expect(await log.upgradeProjections()).toEqual([]);
    expect(await raised.upgradeProjections()).toEqual([]);
    expect(await database.query('select id from noted', [])).toEqual([{ id: 's-1' }]);
  });
});
