import type { Sql, Store } from '#database';
import type { IdKey, KithEvent, KithEventType } from '#domain';
import type { Signer } from './signing-key.js';

/** Where a reader of the log stands. Ordered by (transactionId, position), not by position alone: see ADR 0001. */
export interface LogPosition {
  readonly transactionId: bigint;
  readonly position: bigint;
}
export const logStart: LogPosition = { transactionId: 0n, position: 0n };

export interface EventMetadata {
  /** Who caused it: a key, an app, a person. Never a name. */
  readonly actor: string;
  readonly correlationId?: string;
  readonly causationId?: string;
}

export type RecordedEvent<T extends KithEvent = KithEvent> = T & {
  readonly tenantId: string;
  readonly stream: string;
  readonly version: number;
  readonly recordedAt: Date;
  readonly metadata: EventMetadata;
  readonly at: LogPosition;
};
export type RecordedEventOf<T extends KithEventType> = RecordedEvent<Extract<KithEvent, { type: T }>>;

/** Events for the end of one stream. */
export interface StreamAppend {
  readonly stream: string;
  readonly events: readonly KithEvent[];
}

/** Units of work in which one of these streams got an event of this type. */
export interface Anchor {
  readonly streams: readonly string[];
  readonly type: KithEventType;
}

export interface LogSize {
  /** Of the newest event. */
  readonly position: bigint;
  readonly bytes: number;
}

/** One unit of work: what it appends, its projections and its commands commit together or not at all. */
export interface LogWriter {
  readonly sql: Store;
  /** Of the store: what ids of memories and messages are derived with. */
  readonly idKey: IdKey;
  /** Appends in order and moves every projection, in this transaction. */
  append(appends: readonly StreamAppend[], metadata: EventMetadata): Promise<readonly RecordedEvent[]>;
  /**
   * What befell this tenant after a position, whoever appended it, as this unit of work sees it. What is sealed stays so and
   * reads as null: for ids, names of types and times.
   */
  changedSince<T extends KithEventType>(
    position: bigint,
    types: readonly T[],
  ): Promise<readonly RecordedEventOf<T>[]>;
  /** Ids of all memories that were ever captured of these people: what they said, or what is about them. */
  memoriesEverOf(entityIds: readonly string[], as: 'speaker' | 'subject'): Promise<readonly string[]>;
  /** Of these command ids, the ones that were carried out before, with their results. */
  carriedOut(commandIds: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /** Remembers that a command was carried out, and what it answered. */
  remember(commands: ReadonlyMap<string, unknown>): Promise<void>;
  /**
   * Projects what these streams hold once more, in order, into one projection; `drop` lets go of its rows of them first.
   * For rows that are not as the log says: nothing is appended.
   */
  replay(projection: string, streams: readonly string[], drop: (sql: Sql) => Promise<void>): Promise<void>;
  /** Destroys the keys of these records: their sealed fields read as null from now on, in every copy of the log. */
  destroyKeys(recordIds: readonly string[]): Promise<void>;
  /** The same for what was sealed so far: what comes of these records is sealed by new keys. */
  renewKeys(recordIds: readonly string[]): Promise<void>;
}

/** A read model: derived from the log alone, in the transaction of the append, and rebuilt by replay. */
export interface Projection {
  readonly name: string;
  /** Raised when the same events give other rows than before: a store of before is brought up to it when it is opened. */
  readonly version: number;
  /** Tables that `rebuild` empties first; nobody else writes them. */
  readonly tables: readonly string[];
  readonly handles: readonly KithEventType[];
  /** INVARIANT: the same events in other batches give the same rows; nothing but the events and these rows is read. */
  readonly project: (events: readonly RecordedEvent[], sql: Sql) => Promise<void>;
}

export interface ReadOptions {
  readonly types?: readonly KithEventType[] | undefined;
  /** What is sealed is not opened, and reads as null: for ids and times. */
  readonly asSealed?: boolean | undefined;
}

export interface SubscriptionOptions {
  /** Durable identity of the checkpoint. */
  readonly name: string;
  readonly types: readonly KithEventType[];
  readonly batchSize: number;
  /** What is sealed is not opened, and reads as null: for ids and times. */
  readonly asSealed?: boolean;
  /** At least once, in log order. A throw is retried after a while; the checkpoint does not move. */
  readonly handle: (events: readonly RecordedEvent[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}
export interface Subscription {
  stop(): Promise<void>;
  /** Resolves when everything appended before the call was handled, or when it is stopped: nothing more is handled then. */
  caughtUp(withinMs: number): Promise<void>;
}

/** The record (port and DI token in one): append-only; everything else is derived from it. */
export abstract class EventLog {
  /** Runs one unit of work while holding the tenant's writer lock. Not re-entrant. */
  abstract write<T>(tenantId: string, work: (writer: LogWriter) => Promise<T>): Promise<T>;
  /** Of the store; what ids and codes are derived with. */
  abstract idKey(): Promise<IdKey>;
  /** Events after a position, in reading order; only those that no running transaction can still precede. */
  abstract read(after: LogPosition, limit: number, options?: ReadOptions): Promise<readonly RecordedEvent[]>;
  /** Where the newest event of these types stands, even if `read` does not reach it yet. */
  abstract last(types: readonly KithEventType[]): Promise<LogPosition>;
  abstract readStream(tenantId: string, stream: string): Promise<readonly RecordedEvent[]>;
  /** What these streams hold, in order of position. */
  abstract readStreams(tenantId: string, streams: readonly string[]): Promise<readonly RecordedEvent[]>;
  /** Names of streams that begin with `prefix`, in order behind `after`. */
  abstract streamsBehind(
    tenantId: string,
    prefix: string,
    after: string,
    limit: number,
  ): Promise<readonly string[]>;
  abstract subscribe(options: SubscriptionOptions): Promise<Subscription>;
  /** Of the newest event of a tenant; zero where there is none. */
  abstract head(tenantId: string): Promise<bigint>;
  /** Of these command ids, the ones that were carried out, with their results. */
  abstract carriedOut(tenantId: string, commandIds: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /** The streams that begin with `prefix` and were moved by these units of work. */
  abstract movedWith(tenantId: string, anchor: Anchor, prefix: string): Promise<readonly string[]>;
  /** What these units of work appended of some types; what is sealed reads as null. */
  abstract appendedWith<T extends KithEventType>(
    tenantId: string,
    anchor: Anchor,
    types: readonly T[],
  ): Promise<readonly RecordedEventOf<T>[]>;
  /** Signs in the name of the store; its key is made when it is asked for first. */
  abstract signer(): Promise<Signer>;
  /** All events, or those of a tenant. */
  abstract count(tenantId?: string): Promise<number>;
  abstract size(): Promise<LogSize>;
  /** Notes work that runs beside the log and has to be finished, by another process if need be. */
  abstract begin(work: string): Promise<void>;
  abstract isUnfinished(work: string): Promise<boolean>;
  abstract finish(work: string): Promise<void>;
  /** Replays the log into each projection whose rows an older version of it made; returns their names. */
  abstract upgradeProjections(): Promise<readonly string[]>;
  /** Whether some process, of this machine or another, reads on behind the log now; takes as long as one may be silent. */
  abstract isFollowed(): Promise<boolean>;
  /** Empties every projection's tables and replays the log into them. */
  abstract rebuild(onProgress: (done: number, total: number) => void): Promise<number>;
}
