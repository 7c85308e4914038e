import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsumerInfo } from '@nats-io/jetstream';
import { busKinds, partitionCount, type BusKind, type HeldMessage } from '../message-bus.js';
import { partitionToken } from '../partition.js';
import { brokerNames, publishedBy } from '../topology.js';
import type { Broker } from './broker.js';
import { deadWorkersDurable } from './dead-workers.js';
import { durablesOf } from './depths.js';

/** For so long the broker's word that it gave up on a delivery may be under way. */
const wordMs = 250;

const partitions = Array.from({ length: partitionCount }, (_, partition) => partitionToken(partition));

/** Behind which of a subject nobody has anything left to handle; another's durable may read all subjects of a stream. */
const handledUpTo = (durables: readonly ConsumerInfo[], subject: string, ours: ReadonlySet<string>): number =>
  Math.min(
    ...durables
      .filter(({ config: { filter_subject: filter } }) => filter === subject || !ours.has(filter ?? ''))
      .map(({ ack_floor: floor }) => floor.stream_seq),
  );

/**
 * Whether deliveries ran out that are not parked yet.
 * INVARIANT: the broker counts those as handled; they are let go of when they are in their place among the parked.
 */
const isParkingDue = async (broker: Broker): Promise<boolean> => {
  const stream = brokerNames(broker.root).advisoryStream;
  const { state } = await broker.jsm.streams.info(stream);
  if (state.messages === 0) return false;
  const watching = (await durablesOf(broker, stream)).find(({ name }) => name === deadWorkersDurable);
  return watching === undefined || watching.num_pending + watching.num_ack_pending > 0;
};

interface Handled {
  readonly stream: string;
  readonly filter: string;
  readonly upTo: number;
}

const handledOf = async (broker: Broker, kind: BusKind): Promise<readonly Handled[]> => {
  const stream = brokerNames(broker.root).stream(kind);
  const durables = await durablesOf(broker, stream);
  // Whoever will read it has not come yet.
  if (durables.length === 0) return [];
  const subjects = partitions.map((token) => `${broker.root}.v1.*.${kind}.${token}`);
  const ours = new Set(subjects);
  return subjects
    .filter((subject) => durables.some(({ config }) => config.filter_subject === subject))
    .map((filter) => ({ stream, filter, upTo: handledUpTo(durables, filter, ours) }))
    .filter(({ upTo }) => upTo > 0);
};

/** Lets go of what every durable of its partition has settled, up to the first that one has not. */
export const sweepHandled = async (broker: Broker, kinds: readonly BusKind[]): Promise<void> => {
  const handled = (await Promise.all(kinds.map((kind) => handledOf(broker, kind)))).flat();
  if (handled.length === 0) return;
  await sleep(wordMs);
  if (await isParkingDue(broker)) return;
  for (const { stream, filter, upTo } of handled)
    await broker.jsm.streams.purge(stream, { filter, seq: upTo + 1 });
};

const kindOf = (subject: string, tenantId: string): BusKind | undefined => {
  const [, , publisher = '', what, kind] = subject.split('.');
  if (publishedBy(publisher).tenantId !== tenantId) return undefined;
  return busKinds.find((one) => one === (what === 'parked' ? kind : what));
};

/** In streams of messages and of parked ones, one after another. */
export const heldOn = async function* (broker: Broker, tenantId: string): AsyncGenerator<HeldMessage> {
  const names = brokerNames(broker.root);
  // Of one tenant there are several tokens: adaptors of one platform have one of their own.
  const subjects = `${broker.root}.v1.>`;
  for (const stream of [...busKinds.map((kind) => names.stream(kind)), names.parkedStream])
    for (let seq = 1; ;) {
      const found = await broker.jsm.direct.getMessage(stream, { seq, next_by_subj: subjects });
      if (!found) break;
      seq = found.seq + 1;
      const kind = kindOf(found.subject, tenantId);
      if (kind) yield { kind, body: found.data };
    }
};
