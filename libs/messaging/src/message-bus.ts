/** `events`: what adaptors publish. `facts`: what the log says changed, for the index. `tasks`: maintenance. */
export const busKinds = ['events', 'facts', 'tasks'] as const;
export type BusKind = (typeof busKinds)[number];

/** In the headers of a delivery: whoever published it speaks for this platform alone. */
export const platformHeader = 'kith-platform';

export interface Outgoing {
  /** Unique within (tenant, kind); a second one with the same id is answered `duplicate` and not stored. */
  readonly id: string;
  /** Within what its id is unique, where that is less than the tenant and the kind. Not delivered. */
  readonly scope?: string;
  /** What it tells of, where the same may be told under another id, unique within (tenant, kind) too; see `Published`. Not delivered. */
  readonly tells?: string;
  readonly tenantId: string;
  readonly kind: BusKind;
  /** The unit of order: messages of one key are handled one after another, in the order they were stored. */
  readonly key: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * `duplicate`: its id was here before, and it was not stored. `repeated`: what it tells was told before under another id; it
 * is stored and delivered all the same, so that what became of it is known by its own id.
 */
export type Published = 'stored' | 'duplicate' | 'repeated';

export interface Delivery extends Outgoing {
  /** Position in the stream of its kind, increasing. */
  readonly sequence: bigint;
  /** 1 at the first delivery. */
  readonly attempt: number;
  /** When the bus took it; the same at every attempt, and when it is replayed. */
  readonly storedAt: Date;
}

/** A handler says what became of a delivery and never talks to the broker. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly after: number; readonly cause: string }
  | { readonly kind: 'park'; readonly cause: string };

export interface ConsumerOptions {
  /** Durable identity, `<app>-<processor>`; changing it means handling everything again. */
  readonly name: string;
  readonly kind: BusKind;
  /** Most deliveries handled in one call. */
  readonly batchSize: number;
  /** Attempts after which a retry parks instead. */
  readonly maxAttempts: number;
  /**
   * Handles deliveries in order and answers one outcome each, same order. A retry holds its key: whatever came after it in
   * the batch for the same key is delivered again, whatever its outcome. What is parked stands alone: its key goes on.
   * A throw is a retry of the whole batch.
   */
  readonly handle: (deliveries: readonly Delivery[], signal: AbortSignal) => Promise<readonly Outcome[]>;
  /** Called when something was parked, and waited for before anything else is delivered. */
  readonly onParked?: () => Promise<void>;
}

export interface Consumption {
  /** Stops pulling, waits for the running handler, and gives back what was not handled. */
  stop(): Promise<void>;
  /** Resolves when nothing that is deliverable now is left, or rejects after `withinMs`. */
  drained(withinMs: number): Promise<void>;
}

/** One message that one consumer parked. */
export interface ParkedRef {
  readonly consumer: string;
  readonly sequence: bigint;
}

export interface ParkedMessage extends Outgoing, ParkedRef {
  readonly storedAt: Date;
  readonly attempts: number;
  readonly cause: string;
  readonly parkedAt: Date;
}

export interface ParkedQuery {
  readonly tenantId?: string;
  readonly consumer?: string;
  /** Of the message, as it was published. */
  readonly id?: string;
  /** Later ones alone: to page through them. */
  readonly after?: bigint;
  readonly limit: number;
}

export interface HeldMessage {
  readonly kind: BusKind;
  readonly body: Uint8Array;
}

export interface BusDepth {
  readonly kind: BusKind;
  readonly waiting: number;
  /** For how long the oldest of them has been stored, in seconds; zero when none waits. */
  readonly waitingSeconds: number;
  readonly parked: number;
  /** Since when the oldest of them is parked. */
  readonly parkedSince: Date | null;
}

/**
 * Carries messages; does not keep them (the event log does). At least once: consumers are idempotent.
 * Adapters: embedded (Postgres) and JetStream; both run `messageBusContract`.
 */
export abstract class MessageBus {
  /** Resolves when every message is stored durably; order of the array is kept per key. */
  abstract publish(messages: readonly Outgoing[]): Promise<readonly Published[]>;
  abstract consume(options: ConsumerOptions): Promise<Consumption>;
  /** In the order of the stream. */
  abstract parked(query: ParkedQuery): Promise<readonly ParkedMessage[]>;
  /** Delivers it again, with attempts counted anew. False when this consumer has not parked it. */
  abstract replayParked(tenantId: string, ref: ParkedRef): Promise<boolean>;
  /** Lets go of it, bytes and all. False when this consumer has not parked it. */
  abstract discardParked(tenantId: string, ref: ParkedRef): Promise<boolean>;
  /** Lets go at once of what every consumer has handled. */
  abstract sweep(): Promise<void>;
  /** What it holds of a tenant outside of the store's tables: what waits, what was handled and stays, what is parked. */
  abstract held(tenantId: string): AsyncIterable<HeldMessage>;
  /** Undelivered and parked counts per kind, for metrics and back-pressure. */
  abstract depth(): Promise<readonly BusDepth[]>;
  abstract close(): Promise<void>;
}

/** 16 partitions: the number of a key's, 0 to 15. First two bytes of SHA-256 of the key, big-endian, modulo 16. */
export const partitionCount = 16;
