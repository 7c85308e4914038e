import type { Database, Sql, Store } from '#database';
import type { IdKey, KithEventType } from '#domain';
import { appendEvents } from './appending.js';
import { isFollowed } from './checkpoint.js';
import { carriedOut, remember } from './commands.js';
import {
  EventLog,
  type Anchor,
  type EventMetadata,
  type LogPosition,
  type LogSize,
  type LogWriter,
  type Projection,
  type ReadOptions,
  type RecordedEvent,
  type RecordedEventOf,
  type StreamAppend,
  type Subscription,
  type SubscriptionOptions,
} from './event-log.js';
import { loadIdKey } from './id-key.js';
import {
  appendedWith,
  changedSince,
  countOf,
  eventsAfter,
  eventsOf,
  headOf,
  newestOf,
  memoriesEverOf,
  movedWith,
  sizeOf,
  streamsBehind,
} from './lookups.js';
import { projectOn, rebuild, replayStreams, upgradeProjections } from './rebuilding.js';
import { destroyKeys, renewKeys } from './record-keys.js';
import { LogSubscription } from './subscription.js';
import { loadSigner, type Signer } from './signing-key.js';
import { begin, finish, isUnfinished } from './unfinished.js';

/** On Postgres, a server's or the embedded one. */
export class PostgresEventLog extends EventLog {
  private readonly subscriptions = new Set<LogSubscription>();
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
    const appended = new Set<KithEventType>();
    const result = await this.database.transaction(async (sql) => {
      // INVARIANT: one writer a tenant at a time. Settling reads all statements on a topic, whichever source they came
      // from; two writers would each miss the other's. Taken first, so that units of work cannot deadlock.
      if (this.database.engine === 'server')
        await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`kith-writer:${tenantId}`]);
      return work(this.writer(tenantId, idKey, sql, appended));
    });
    for (const subscription of this.subscriptions) subscription.wakeFor(appended);
    return result;
  }

  private writer(tenantId: string, idKey: IdKey, sql: Store, appended: Set<KithEventType>): LogWriter {
    return {
      sql,
      idKey,
      append: (appends, metadata) => {
        for (const { type } of appends.flatMap(({ events }) => events)) appended.add(type);
        return this.append(tenantId, appends, metadata, sql);
      },
      destroyKeys: (recordIds) => destroyKeys(recordIds, sql),
      replay: (name, streams, drop) => replayStreams(sql, this.projectionOf(name), tenantId, streams, drop),
      renewKeys: (recordIds) => renewKeys(recordIds, sql),
      memoriesEverOf: (entityIds, as) => memoriesEverOf(sql, tenantId, entityIds, as),
      changedSince: (position, types) => changedSince(sql, tenantId, position, types),
      carriedOut: (commandIds) => carriedOut(sql, tenantId, commandIds),
      remember: (commands) => remember(sql, tenantId, commands, this.now()),
    };
  }

  private projectionOf(name: string): Projection {
    const projection = this.projections.find((one) => one.name === name);
    if (!projection) throw new Error(`there is no projection ${name}`);
    return projection;
  }

  private async append(
    tenantId: string,
    appends: readonly StreamAppend[],
    metadata: EventMetadata,
    sql: Sql,
  ): Promise<readonly RecordedEvent[]> {
    const recorded = await appendEvents(sql, tenantId, appends, metadata, this.now());
    await projectOn(sql, this.projections, recorded);
    return recorded;
  }

  async read(
    after: LogPosition,
    limit: number,
    { types, asSealed }: ReadOptions = {},
  ): Promise<readonly RecordedEvent[]> {
    // INVARIANT: positions are given out before commit, so a smaller one may appear later. Reading stops short of the
    // oldest running transaction and orders by (transaction, position): nothing can commit behind a checkpoint.
    const settled = 'and transaction_id < pg_snapshot_xmin(pg_current_snapshot())';
    return eventsAfter(this.database, after, limit, { horizon: settled, types, asSealed });
  }

  last(types: readonly KithEventType[]): Promise<LogPosition> {
    return newestOf(this.database, types);
  }

  readStream(tenantId: string, stream: string): Promise<readonly RecordedEvent[]> {
    return eventsOf(this.database, tenantId, [stream]);
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
    this.subscriptions.add(subscription);
    await subscription.start(() => this.subscriptions.delete(subscription));
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

  rebuild(onProgress: (done: number, total: number) => void): Promise<number> {
    return rebuild(this.database, this.projections, onProgress);
  }

  upgradeProjections(): Promise<readonly string[]> {
    return upgradeProjections(this.database, this.projections);
  }
}
