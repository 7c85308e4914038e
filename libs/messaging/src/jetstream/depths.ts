import type { ConsumerInfo } from '@nats-io/jetstream';
import { busKinds, type BusDepth, type BusKind } from '../message-bus.js';
import { brokerNames } from '../topology.js';
import type { Broker } from './broker.js';
import type { ParkingLot } from './parking.js';

export const durablesOf = async ({ jsm }: Broker, stream: string): Promise<readonly ConsumerInfo[]> => {
  const all: ConsumerInfo[] = [];
  for await (const info of jsm.consumers.list(stream)) all.push(info);
  return all;
};

/** Delivered and not settled counts as waiting too. */
const waitingOf = ({ num_pending, num_ack_pending }: ConsumerInfo): number => num_pending + num_ack_pending;

const consumerOf = ({ name }: ConsumerInfo): string => name.replace(/-p\d\d$/u, '');

/** When the first one that waits behind this position was stored. */
const storedAfter = async (
  { jsm }: Broker,
  stream: string,
  sequence: number,
  subject: string,
): Promise<Date | null> => {
  const query = { seq: sequence + 1, next_by_subj: subject };
  return (await jsm.direct.getMessage(stream, query))?.time ?? null;
};

const secondsSince = (times: readonly (Date | null)[]): number => {
  const oldest = Math.min(...times.flatMap((time) => (time ? [time.getTime()] : [])));
  return Number.isFinite(oldest) ? Math.max(0, (Date.now() - oldest) / 1000) : 0;
};

/** A message waits when a consumer of its kind, or the first one there will be, has still to handle it. */
const waitingIn = async (
  broker: Broker,
  kind: BusKind,
): Promise<Pick<BusDepth, 'waiting' | 'waitingSeconds'>> => {
  const names = brokerNames(broker.root);
  const stream = names.stream(kind);
  const durables = await durablesOf(broker, stream);
  if (durables.length === 0) {
    const { state } = await broker.jsm.streams.info(stream);
    const first = state.messages > 0 ? [await storedAfter(broker, stream, 0, names.subjects(kind))] : [];
    return { waiting: state.messages, waitingSeconds: secondsSince(first) };
  }
  const sums = new Map<string, number>();
  for (const info of durables)
    sums.set(consumerOf(info), (sums.get(consumerOf(info)) ?? 0) + waitingOf(info));
  const behind = durables.filter((info) => waitingOf(info) > 0);
  const times = await Promise.all(
    behind.map(({ ack_floor, config }) =>
      storedAfter(broker, stream, ack_floor.stream_seq, config.filter_subject ?? names.subjects(kind)),
    ),
  );
  return { waiting: Math.max(...sums.values()), waitingSeconds: secondsSince(times) };
};

export const depthsOn = (broker: Broker, lot: ParkingLot): Promise<readonly BusDepth[]> =>
  Promise.all(
    busKinds.map(async (kind) => ({ kind, ...(await waitingIn(broker, kind)), ...(await lot.count(kind)) })),
  );
