import type { Database, Sql, Store } from '#database';
import type { IdKey, KithEvent, KithEventType } from '#domain';
import { encode, definitionOf, sealedByOf } from './codec.js';
import {
  EventLog,
  logStart,
  VersionConflictError,
  type Anchor,
  type EventMetadata,
  type LogPosition,
  type LogSize,
  type LogWriter,
  type Projection,
  type RecordedEvent,
  type RecordedEventOf,
  type StreamAppend,
  type Subscription,
  type SubscriptionOptions,
} from './event-log.js';
import { isFollowed } from './checkpoint.js';
import { loadIdKey } from './id-key.js';
import {
  appendedWith,
  carriedOut,
  changedSince,
  countOf,
  eventsOf,
  headOf,
  memoriesEverOf,
  movedWith,
  sizeOf,
  streamsBehind,
} from './lookups.js';
import { outdatedAmong, saveVersions } from './projection-versions.js';
import { destroyKeys, keysFor, renewKeys } from './record-keys.js';
import { eventColumns, openEvents, type EventRow } from './stored-events.js';
import { LogSubscription } from './subscription.js';
import { loadSigner, type Signer } from './signing-key.js';
import { begin, finish, isUnfinished } from './unfinished.js';

interface FreshEvent {
  readonly event: KithEvent;
  readonly stream: string;
  readonly version: number;
}

/** A message and what came of reading it are mostly in one batch, and then written once. */
const rebuildBatch = 2_000;

interface Appended {
  readonly position: string;
  readonly transaction_id: string;
}

/** On Postgres, a server's or the embedded one. */
export class PostgresEventLog extends EventLog {
  private readonly listeners = new Set<() => void>();
  private ownIdKey: IdKey | null = null;

  constructor(
    private readonly database: Database,
    private readonly projections: readonly Projection[],
    private readonly now: () => Date,
  ) {
    super();
  }

  async idKey(): Promise<IdKey> {
    return (this.ownIdKey ??= await loadIdKey(this.database));
  }

  async write<T>(tenantId: string, work: (writer: LogWriter) => Promise<T>): Promise<T> {
    // INVARIANT: in no transaction of ours: what is kept in memory has to stand, whatever becomes of the work.
    const idKey = await this.idKey();
    const result = await this.database.transaction(async (sql) => {
      // INVARIANT: one writer a tenant at a time. Settling reads all statements on a topic, whichever source they came
      // from; two writers would each miss the other's. Taken first, so that units of work cannot deadlock.
      if (this.database.engine === 'server')
        await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`kith-writer:${tenantId}`]);
      return work(this.writer(tenantId, idKey, sql));
    });
    for (const listener of this.listeners) listener();
    return result;
  }

  private writer(tenantId: string, idKey: IdKey, sql: Store): LogWriter {
    return {
      sql,
      idKey,
      append: (appends, metadata) => this.append(tenantId, appends, metadata, sql),
      destroyKeys: (recordIds) => destroyKeys(recordIds, sql),
      replay: async (name, streams, drop) => {
        const projection = this.projections.find((one) => one.name === name);
        if (!projection) throw new Error(`there is no projection ${name}`);
        const events = await eventsOf(sql, tenantId, streams);
        await drop(sql);
        const handled = events.filter(({ type }) => projection.handles.includes(type));
        if (handled.length > 0) await projection.project(handled, sql);
      },
      renewKeys: (recordIds) => renewKeys(recordIds, sql),
      memoriesEverOf: (entityIds, as) => memoriesEverOf(sql, tenantId, entityIds, as),
      changedSince: (position, types) => changedSince(sql, tenantId, position, types),
      carriedOut: (commandIds) => carriedOut(sql, tenantId, commandIds),
      remember: async (commands) => {
        if (commands.size === 0) return;
        await sql.query(
          `insert into commands (tenant_id, command_id, result, recorded_at)
           select $1, id, result::jsonb, $4 from unnest($2::text[], $3::text[]) as made(id, result)
           on conflict do nothing`,
          [
            tenantId,
            [...commands.keys()],
            [...commands.values()].map((result) => JSON.stringify(result ?? null)),
            this.now(),
          ],
        );
      },
    };
  }

  private async append(
    tenantId: string,
    appends: readonly StreamAppend[],
    metadata: EventMetadata,
    sql: Sql,
  ): Promise<readonly RecordedEvent[]> {
    const versions = await this.versionsOf(tenantId, appends, sql);
    const recordedAt = this.now();
    const fresh: FreshEvent[] = [];
    for (const { stream, expectedVersion, events } of appends) {
      let version = versions.get(stream) ?? 0;
      if (expectedVersion !== undefined && expectedVersion !== version)
        throw new VersionConflictError(stream, expectedVersion, version);
      for (const event of events) {
        version += 1;
        fresh.push({ event, stream, version });
      }
      versions.set(stream, version);
    }
    if (fresh.length === 0) return [];
    const positions = await this.insert(tenantId, fresh, metadata, recordedAt, sql);
    const recorded = fresh.map(({ event, stream, version }, index): RecordedEvent => {
      const at = positions[index] ?? logStart;
      return { ...event, tenantId, stream, version, recordedAt, metadata, at };
    });
    await this.project(recorded, sql);
    return recorded;
  }

  private async versionsOf(
    tenantId: string,
    appends: readonly StreamAppend[],
    sql: Sql,
  ): Promise<Map<string, number>> {
    const streams = [...new Set(appends.map((append) => append.stream))];
    const rows = await sql.query<{ stream: string; version: number }>(
      'select stream, max(version) as version from events where tenant_id = $1 and stream = any($2::text[]) group by stream',
      [tenantId, streams],
    );
    return new Map(rows.map((row) => [row.stream, row.version]));
  }

  private async insert(
    tenantId: string,
    fresh: readonly FreshEvent[],
    metadata: EventMetadata,
    recordedAt: Date,
    sql: Sql,
  ): Promise<readonly LogPosition[]> {
    const recordIds = fresh.map(({ event }) => sealedByOf(event)).filter((recordId) => recordId !== null);
    const keys = await keysFor(recordIds, sql);
    const keyOf = (recordId: string) => keys.get(recordId) ?? null;
    const rows = await sql.query<Appended>(
      `insert into events (tenant_id, stream, version, type, schema_version, data, metadata, occurred_at, recorded_at)
       select $1, stream, version, type, schema_version, data::jsonb, $8::jsonb, occurred_at, $9
       from unnest($2::text[], $3::int[], $4::text[], $5::int[], $6::text[], $7::timestamptz[])
         with ordinality as fresh(stream, version, type, schema_version, data, occurred_at, ordinal)
       order by ordinal
       returning position, transaction_id::text as transaction_id`,
      [
        tenantId,
        fresh.map(({ stream }) => stream),
        fresh.map(({ version }) => version),
        fresh.map(({ event }) => event.type),
        fresh.map(({ event }) => definitionOf(event.type).schemaVersion),
        fresh.map(({ event, stream }) => encode(event, stream, keyOf)),
        fresh.map(({ event }) => event.occurredAt),
        JSON.stringify(metadata),
        recordedAt,
      ],
    );
    return rows.map((row) => ({ transactionId: BigInt(row.transaction_id), position: BigInt(row.position) }));
  }

  private async project(events: readonly RecordedEvent[], sql: Sql): Promise<void> {
    for (const projection of this.projections) {
      const handled = events.filter((event) => projection.handles.includes(event.type));
      if (handled.length > 0) await projection.project(handled, sql);
    }
  }

  async read(
    after: LogPosition,
    limit: number,
    types?: readonly KithEventType[],
  ): Promise<readonly RecordedEvent[]> {
    // INVARIANT: positions are given out before commit, so a smaller one may appear later. Reading stops short of the
    // oldest running transaction and orders by (transaction, position): nothing can commit behind a checkpoint.
    const settled = 'and transaction_id < pg_snapshot_xmin(pg_current_snapshot())';
    return this.readFrom(this.database, settled, after, limit, types);
  }

  async last(types: readonly KithEventType[]): Promise<LogPosition> {
    const [row] = await this.database.query<Appended>(
      `select position, transaction_id::text as transaction_id from events where type = any($1::text[])
       order by events.transaction_id desc, events.position desc limit 1`,
      [types],
    );
    return row ? { transactionId: BigInt(row.transaction_id), position: BigInt(row.position) } : logStart;
  }

  private async readFrom(
    sql: Sql,
    horizon: string,
    after: LogPosition,
    limit: number,
    types?: readonly KithEventType[],
  ): Promise<readonly RecordedEvent[]> {
    const rows = await sql.query<EventRow>(
      `select ${eventColumns} from events
       where (transaction_id, position) > ($1::text::xid8, $2::bigint)
         ${horizon}
         ${types ? 'and type = any($4::text[])' : ''}
       order by events.transaction_id, events.position limit $3`,
      [after.transactionId.toString(), after.position.toString(), limit, ...(types ? [types] : [])],
    );
    return openEvents(rows, sql);
  }

  async readStream(tenantId: string, stream: string): Promise<readonly RecordedEvent[]> {
    const rows = await this.database.query<EventRow>(
      `select ${eventColumns} from events where tenant_id = $1 and stream = $2 order by version`,
      [tenantId, stream],
    );
    return openEvents(rows, this.database);
  }

  readStreams(tenantId: string, streams: readonly string[]): Promise<readonly RecordedEvent[]> {
    return eventsOf(this.database, tenantId, streams);
  }

  streamsBehind(tenantId: string, prefix: string, after: string, limit: number): Promise<readonly string[]> {
    return streamsBehind(this.database, tenantId, prefix, after, limit);
  }

  head(tenantId: string): Promise<bigint> {
    return headOf(this.database, tenantId);
  }

  carriedOut(tenantId: string, commandIds: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    return carriedOut(this.database, tenantId, commandIds);
  }

  movedWith(tenantId: string, anchor: Anchor, prefix: string): Promise<readonly string[]> {
    return movedWith(this.database, tenantId, anchor, prefix);
  }

  appendedWith<T extends KithEventType>(
    tenantId: string,
    anchor: Anchor,
    types: readonly T[],
  ): Promise<readonly RecordedEventOf<T>[]> {
    return appendedWith(this.database, tenantId, anchor, types);
  }

  async subscribe(options: SubscriptionOptions): Promise<Subscription> {
    const subscription = new LogSubscription(this.database, this, options);
    const wake = (): void => subscription.wake();
    this.listeners.add(wake);
    await subscription.start(() => this.listeners.delete(wake));
    return subscription;
  }

  signer(): Promise<Signer> {
    return loadSigner(this.database);
  }

  async count(tenantId?: string): Promise<number> {
    return countOf(this.database, tenantId);
  }

  size(): Promise<LogSize> {
    return sizeOf(this.database);
  }

  isFollowed(): Promise<boolean> {
    return isFollowed(this.database);
  }

  begin(work: string): Promise<void> {
    return begin(this.database, work);
  }

  isUnfinished(work: string): Promise<boolean> {
    return isUnfinished(this.database, work);
  }

  finish(work: string): Promise<void> {
    return finish(this.database, work);
  }

  async rebuild(onProgress: (done: number, total: number) => void): Promise<number> {
    const total = await this.count();
    const tables = this.projections.flatMap((projection) => projection.tables);
    return this.database.transaction(async (sql) => {
      // INVARIANT: waits for running writers, and lets none begin. So all is read, without the horizon of `read`: any
      // transaction of the server holds that back, one of another database too, and the rebuild would miss the end.
      await sql.query('lock table events in share row exclusive mode');
      await sql.query(`truncate ${tables.join(', ')}`);
      await saveVersions(sql, this.projections, { all: true });
      return this.replay(sql, (events) => this.project(events, sql), {
        onProgress: (done) => onProgress(done, total),
      });
    });
  }

  async upgradeProjections(): Promise<readonly string[]> {
    return this.database.transaction(async (sql) => {
      const outdated = await outdatedAmong(sql, this.projections);
      if (outdated.length > 0) await sql.query('lock table events in share row exclusive mode');
      for (const projection of outdated) {
        if (projection.tables.length > 0) await sql.query(`truncate ${projection.tables.join(', ')}`);
        await this.replay(sql, (events) => projection.project(events, sql), { types: projection.handles });
      }
      await saveVersions(sql, this.projections, { all: false });
      return outdated.map(({ name }) => name);
    });
  }

  private async replay(
    sql: Sql,
    project: (events: readonly RecordedEvent[]) => Promise<void>,
    { types, onProgress }: { types?: readonly KithEventType[]; onProgress?: (done: number) => void },
  ): Promise<number> {
    let done = 0;
    let after = logStart;
    for (;;) {
      const events = await this.readFrom(sql, '', after, rebuildBatch, types);
      const last = events.at(-1);
      if (!last) return done;
      await project(events);
      done += events.length;
      after = last.at;
      onProgress?.(done);
    }
  }
}
