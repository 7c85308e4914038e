import { createHash } from 'node:crypto';
import type { StoredMsg } from '@nats-io/jetstream';
import type { BusKind, ParkedMessage, ParkedQuery, ParkedRef } from '../message-bus.js';
import { brokerNames, subjectOf } from '../topology.js';
import type { Broker } from './broker.js';
import { carriedIn, headerIn, headerNames, headersOf, type Carried } from './carrying.js';

export interface Parked {
  readonly message: Omit<Carried, 'only'>;
  readonly consumer: string;
  readonly attempts: number;
  readonly cause: string;
}

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 16);

interface Place {
  readonly tenantId: string;
  readonly kind: BusKind;
  readonly consumer: string;
  readonly sequence: bigint;
  readonly subject: string;
}

/** What a subject says of the message in it, so that a list reads no more than it shows. */
const placeIn = (subject: string): Place => {
  const [, , tenantId = '', , kind, consumer = '', sequence = '0'] = subject.split('.');
  return { tenantId, kind: kind as BusKind, consumer, sequence: BigInt(sequence), subject };
};

const byPlace = (one: Place, other: Place): number =>
  one.sequence === other.sequence
    ? one.consumer.localeCompare(other.consumer)
    : one.sequence < other.sequence
      ? -1
      : 1;

const parkedIn = ({ kind, consumer, sequence }: Place, stored: StoredMsg): ParkedMessage => {
  const { header: headers, data: body, time, subject, seq } = stored;
  const carried = carriedIn(kind, { subject, headers, body, time, streamSequence: seq });
  return {
    id: carried.id,
    tenantId: carried.tenantId,
    kind,
    key: carried.key,
    headers: carried.headers,
    body: Buffer.from(body),
    storedAt: carried.storedAt,
    consumer,
    sequence,
    attempts: Number(headerIn(headers, headerNames.attempts)),
    cause: headerIn(headers, headerNames.cause) ?? '',
    parkedAt: time,
  };
};

/** One message a subject, `kith.v1.<tenant>.parked.<kind>.<consumer>.<sequence>.<hash of its id>`. */
export class ParkingLot {
  constructor(private readonly broker: Broker) {}

  async park({ message, consumer, attempts, cause }: Parked): Promise<void> {
    const { tenantId, kind, sequence, id } = message;
    const subject = this.subject({ tenantId, kind, consumer, sequence: String(sequence), id: hashOf(id) });
    const headers = headersOf(message, {
      [headerNames.storedAt]: message.storedAt.toISOString(),
      [headerNames.attempts]: String(attempts),
      [headerNames.cause]: cause,
    });
    await this.broker.js.publish(subject, message.body, { headers });
  }

  async list({ tenantId, consumer, id, after = -1n, limit }: ParkedQuery): Promise<readonly ParkedMessage[]> {
    const places = await this.places({
      ...(tenantId === undefined ? {} : { tenantId }),
      ...(consumer === undefined ? {} : { consumer }),
      ...(id === undefined ? {} : { id: hashOf(id) }),
    });
    const page = places
      .filter(({ sequence }) => sequence > after)
      .sort(byPlace)
      .slice(0, limit);
    const found = await Promise.all(page.map((place) => this.read(place)));
    return found.filter((one) => one !== null);
  }

  async replay(tenantId: string, ref: ParkedRef): Promise<boolean> {
    const [place] = await this.placesOf(tenantId, ref);
    const message = place && (await this.read(place));
    if (!message) return false;
    const { js, root } = this.broker;
    // Stored before it is let go of: a process that dies between has it handled twice, and not never.
    await js.publish(subjectOf(message, root), message.body, {
      msgID: `replay-${place.subject}`,
      headers: headersOf(message, {
        [headerNames.only]: ref.consumer,
        [headerNames.storedAt]: message.storedAt.toISOString(),
      }),
    });
    return this.remove(place);
  }

  async discard(tenantId: string, ref: ParkedRef): Promise<boolean> {
    const [place] = await this.placesOf(tenantId, ref);
    return place ? this.remove(place) : false;
  }

  /** How many of a kind, and since when the oldest. */
  async count(kind: BusKind): Promise<{ readonly parked: number; readonly parkedSince: Date | null }> {
    const places = await this.places({ kind });
    if (places.length === 0) return { parked: 0, parkedSince: null };
    const query = { seq: 1, next_by_subj: this.subject({ kind }) };
    const oldest = await this.broker.jsm.direct.getMessage(this.stream, query);
    return { parked: places.length, parkedSince: oldest?.time ?? null };
  }

  private placesOf(tenantId: string, { consumer, sequence }: ParkedRef): Promise<readonly Place[]> {
    return this.places({ tenantId, consumer, sequence: String(sequence) });
  }

  private async places(wanted: Partial<Record<keyof typeof anything, string>>): Promise<readonly Place[]> {
    const { state } = await this.broker.jsm.streams.info(this.stream, {
      subjects_filter: this.subject(wanted),
    });
    return Object.keys(state.subjects ?? {}).map(placeIn);
  }

  /** Null when it was let go of meanwhile. */
  private async read(place: Place): Promise<ParkedMessage | null> {
    const found = await this.broker.jsm.streams.getMessage(this.stream, { last_by_subj: place.subject });
    return found ? parkedIn(place, found) : null;
  }

  private async remove({ subject }: Place): Promise<boolean> {
    const { purged } = await this.broker.jsm.streams.purge(this.stream, { filter: subject });
    return purged > 0;
  }

  private subject(wanted: Partial<Record<keyof typeof anything, string>>): string {
    const { tenantId, kind, consumer, sequence, id } = { ...anything, ...wanted };
    return `${this.broker.root}.v1.${tenantId}.parked.${kind}.${consumer}.${sequence}.${id}`;
  }

  private get stream(): string {
    return brokerNames(this.broker.root).parkedStream;
  }
}

const anything = { tenantId: '*', kind: '*', consumer: '*', sequence: '*', id: '*' };
