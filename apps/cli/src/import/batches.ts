/** A CloudEvent of the contract, ready to be sent. */
export type CloudEvent = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly source: string;
  readonly type: string;
};

export interface Batch {
  /** Index of its first event among all. */
  readonly start: number;
  readonly events: readonly CloudEvent[];
}

/** The event that speaks for those before it in the same place. */
export interface Checkpoint {
  readonly id: string;
  readonly source: string;
}

export const largestBatch = 500;
/** The body limit is 1 MiB; brackets and commas need some of it. */
export const largestBody = 1_000_000;

export const sizeOf = (event: unknown): number => Buffer.byteLength(JSON.stringify(event)) + 1;

/** Cuts at `count` events, and before a body grows too large. */
export const batchesOf = (events: readonly CloudEvent[], count: number): readonly Batch[] => {
  const batches: Batch[] = [];
  let start = 0;
  let bytes = 0;
  events.forEach((event, index) => {
    const size = sizeOf(event);
    if (index > start && (index - start >= count || bytes + size > largestBody)) {
      batches.push({ start, events: events.slice(start, index) });
      start = index;
      bytes = 0;
    }
    bytes += size;
  });
  return start < events.length ? [...batches, { start, events: events.slice(start) }] : batches;
};

interface Keyed {
  readonly source?: unknown;
  readonly message_id?: unknown;
  readonly account?: unknown;
}

/** What the bus keeps in order: a place, else the message or the account that it is about. */
const orderOf = (event: CloudEvent): string => {
  const { source, message_id, account } = (event['data'] ?? {}) as Keyed;
  return JSON.stringify(source ?? message_id ?? account ?? event.source);
};

export const checkpointsOf = (events: readonly CloudEvent[]): readonly Checkpoint[] => [
  ...new Map(events.map((event) => [orderOf(event), { id: event.id, source: event.source }])).values(),
];
