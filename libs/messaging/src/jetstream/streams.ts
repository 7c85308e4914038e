import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream';
import { PermissionViolationError } from '@nats-io/transport-node';
import { busKinds, type BusKind } from '../message-bus.js';
import { brokerNames } from '../topology.js';
import { NatsUnavailableError } from './connect-nats.js';

type Wanted = Pick<StreamConfig, 'name' | 'subjects'> & Partial<StreamConfig>;

const millisecond = 1_000_000;
const day = 86_400_000 * millisecond;

/** A worker that was not heard of for so long is dead. */
export const leaseMs = 10_000;

/**
 * Duplicates are told by our own marks. The broker's window stops a race of two publishers alone, and where adaptors of several
 * tenants publish by themselves it is as short as it can be: to the broker, `<source>|<id>` of two tenants are one.
 */
const windows: Record<BusKind, number> = { events: 100, facts: 120_000, tasks: 120_000 };

const wantedStreams = (root: string, leasedMs: number): readonly Wanted[] => {
  const names = brokerNames(root);
  const newest = { max_msgs_per_subject: 1, discard: DiscardPolicy.Old, allow_direct: true };
  return [
    ...busKinds.map((kind) => ({
      name: names.stream(kind),
      subjects: [...names.taken(kind)],
      max_age: names.keepDays(kind) * day,
      duplicate_window: windows[kind] * millisecond,
      // A full one refuses what comes; it lets go of nothing that waits.
      discard: DiscardPolicy.New,
      allow_direct: true,
    })),
    { name: names.parkedStream, subjects: [names.parkedSubjects], ...newest },
    {
      name: names.ownStream('leases'),
      subjects: [`${names.ownSubjects('leases')}.>`],
      ...newest,
      max_age: leasedMs * millisecond,
      duplicate_window: Math.min(leasedMs, 2_000) * millisecond,
    },
    {
      name: names.ownStream('notes'),
      subjects: [`${names.ownSubjects('notes')}.>`],
      ...newest,
      max_age: 14 * day,
    },
    {
      name: names.ownStream('marks'),
      subjects: [`${names.ownSubjects('marks')}.>`],
      ...newest,
      max_age: 2 * day,
    },
    { name: names.advisoryStream, subjects: busKinds.map(names.advisories), max_age: 14 * day },
  ];
};

const isMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.apiError().err_code === JetStreamApiCodes.StreamNotFound;

/** What an operator set besides (replicas, limits) stays. */
const ensure = async (jsm: JetStreamManager, wanted: Wanted): Promise<void> => {
  const info = await jsm.streams.info(wanted.name).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return null;
  });
  if (info === null) {
    await unlessRefused(wanted, 'is missing', () =>
      jsm.streams.add({ retention: RetentionPolicy.Limits, storage: StorageType.File, ...wanted }),
    );
    return;
  }
  const { config } = info;
  const differs = Object.entries(wanted).some(
    ([field, value]) => JSON.stringify(config[field as keyof StreamConfig]) !== JSON.stringify(value),
  );
  if (differs)
    await unlessRefused(wanted, 'is of another version', () =>
      jsm.streams.update(wanted.name, { ...config, ...wanted }),
    );
};

const isRefusal = (error: unknown): boolean =>
  error instanceof PermissionViolationError || (error instanceof Error && isRefusal(error.cause));

/** A user may be one who works with streams and makes none. */
const unlessRefused = async (
  { name }: Wanted,
  what: string,
  change: () => Promise<unknown>,
): Promise<void> => {
  try {
    await change();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new NatsUnavailableError(
      `NATS: the stream ${name} ${what}, and this user may not change it; run \`kith migrate\` with an operator's NATS_URL`,
    );
  }
};

/** Makes what is missing, and gives what is there the limits that it has to have. */
export const ensureStreams = async (jsm: JetStreamManager, root: string, leasedMs: number): Promise<void> => {
  await Promise.all(wantedStreams(root, leasedMs).map((wanted) => ensure(jsm, wanted)));
};
