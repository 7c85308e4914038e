import { headers as newHeaders, type MsgHdrs } from '@nats-io/transport-node';
import { busKinds, platformHeader, type BusKind, type Outgoing } from '../message-bus.js';
import { publishedBy } from '../topology.js';

/** Of a message on a broker; everything else in its headers is the publisher's own. */
export const headerNames = {
  id: 'Kith-Id',
  key: 'Kith-Key',
  /** The one consumer that it is meant for: it is replayed. */
  only: 'Kith-Only',
  storedAt: 'Kith-Stored-At',
  sequence: 'Kith-Sequence',
  cause: 'Kith-Cause',
  attempts: 'Kith-Attempts',
} as const;
/** What makes two messages one to the broker; an adaptor that publishes to it writes `<source>|<id>`. */
const brokerIdHeader = 'Nats-Msg-Id';

const plain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/u;
const escapeMark = 'uri:';

/** A header is one line without spaces around it; whatever else a value is, it is written out. */
const written = (value: string): string =>
  plain.test(value) && !value.startsWith(escapeMark)
    ? value
    : escapeMark + encodeURIComponent(Buffer.from(value).toString());

const read = (value: string): string => {
  if (!value.startsWith(escapeMark)) return value;
  try {
    return decodeURIComponent(value.slice(escapeMark.length));
  } catch {
    return value;
  }
};

const isOwn = (name: string): boolean => /^(?:nats|kith)-/iu.test(name);

export const headersOf = (
  { id, key, headers }: Pick<Outgoing, 'id' | 'key' | 'headers'>,
  more: Readonly<Record<string, string>> = {},
): MsgHdrs => {
  const made = newHeaders();
  for (const [name, value] of Object.entries(headers)) if (!isOwn(name)) made.set(name, written(value));
  const platform = headers[platformHeader];
  if (platform !== undefined) made.set(platformHeader, written(platform));
  made.set(headerNames.id, written(id));
  made.set(headerNames.key, written(key));
  for (const [name, value] of Object.entries(more)) made.set(name, written(value));
  return made;
};

export const headerIn = (headers: MsgHdrs | undefined, name: string): string | undefined =>
  headers?.has(name) === true ? read(headers.get(name)) : undefined;

export interface Carried extends Outgoing {
  readonly sequence: bigint;
  readonly storedAt: Date;
  /** Null: it is for every consumer of its kind. */
  readonly only: string | null;
}

export interface StoredBytes {
  readonly subject: string;
  readonly headers: MsgHdrs | undefined;
  readonly body: Uint8Array;
  readonly streamSequence: number;
  readonly time: Date;
}

/** Streams count for themselves; so no two messages of a bus have the same sequence. */
const sequenceOf = (kind: BusKind, streamSequence: number): bigint =>
  BigInt(streamSequence) * BigInt(busKinds.length) + BigInt(busKinds.indexOf(kind));

/** W3C trace context: all that an adaptor may say beside its document. */
const traceHeader = 'traceparent';

/**
 * The publisher's own headers. A platform that one was held to stays with the message when it is parked and replayed; said of
 * itself, it can but narrow.
 * INVARIANT: whoever is held to a platform is believed nothing that an edge says of a caller.
 */
const ownHeadersIn = (
  headers: MsgHdrs | undefined,
  platform: string | null,
): Readonly<Record<string, string>> => {
  const names = (headers?.keys() ?? []).filter((name) =>
    platform === null ? !isOwn(name) : name.toLowerCase() === traceHeader,
  );
  const own = Object.fromEntries(names.map((name) => [name, headerIn(headers, name) ?? '']));
  const heldTo = platform ?? headerIn(headers, platformHeader);
  return heldTo === undefined ? own : { ...own, [platformHeader]: heldTo };
};

/** What a message of the broker is to a consumer: one of ours, or one that an adaptor published by itself. */
export const carriedIn = (kind: BusKind, stored: StoredBytes): Carried => {
  const { subject, headers, body, streamSequence, time } = stored;
  const [, , publisher = '', , partition = ''] = subject.split('.');
  const { tenantId, platform } = publishedBy(publisher);
  const ours = platform === null ? headers : undefined;
  const storedAt = headerIn(ours, headerNames.storedAt);
  const brokerId = headers?.get(brokerIdHeader);
  return {
    id:
      headerIn(ours, headerNames.id) ??
      (brokerId === undefined || brokerId === '' ? `nats|${String(streamSequence)}` : brokerId),
    tenantId,
    kind,
    // Nobody said what it has to keep in order with: its partition is all that is known.
    key: headerIn(headers, headerNames.key) ?? partition,
    headers: ownHeadersIn(headers, platform),
    body,
    sequence: sequenceOf(kind, streamSequence),
    storedAt: storedAt === undefined ? time : new Date(storedAt),
    only: headerIn(ours, headerNames.only) ?? null,
  };
};
