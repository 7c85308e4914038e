import { busKinds, partitionCount, type BusKind } from './message-bus.js';
import { partitionOf, partitionToken } from './partition.js';

/** One stream a kind, and one for what was parked. A broker keeps messages for so long; it is not the record. */
const streams = {
  events: { stream: 'KITH_EVENTS', carries: 'what adaptors publish, keyed by the source', keepDays: 14 },
  facts: { stream: 'KITH_FACTS', carries: 'ids of what the event log says changed', keepDays: 14 },
  tasks: { stream: 'KITH_TASKS', carries: 'maintenance to be done', keepDays: 14 },
} as const satisfies Record<BusKind, { stream: string; carries: string; keepDays: number }>;
const parkedStream = 'KITH_PARKED';

/** What the adapter of a broker keeps for itself, below `kith.bus`: the newest message a subject. */
const ownStreams = {
  leases: { stream: 'KITH_LEASES', carries: 'which process works on which partition', kept: '10 seconds' },
  notes: {
    stream: 'KITH_NOTES',
    carries: 'what a worker has in hand, and attempts that failed',
    kept: '14 days',
  },
  marks: { stream: 'KITH_MARKS', carries: 'hashes of ids that were published', kept: '2 days' },
} as const;
/** Of the broker itself: which deliveries ran out. */
const advisoryStream = 'KITH_ADVISORIES';

/** First token of every subject; in upper case and with an underscore behind it, the beginning of every stream's name. */
export const defaultRoot = 'kith';

type OwnStream = keyof typeof ownStreams;

/** The names of a broker's streams, and what they take. Several installations share one broker under different roots. */
export const brokerNames = (root: string) => {
  const named = (stream: string): string => stream.replace(/^KITH/u, root.toUpperCase());
  return {
    stream: (kind: BusKind): string => named(streams[kind].stream),
    subjects: (kind: BusKind): string => `${root}.v1.*.${kind}.*`,
    /** What its stream takes: of partitions that there are. What is published to another is refused, and told to nobody as stored. */
    taken: (kind: BusKind): readonly string[] =>
      Array.from(
        { length: partitionCount },
        (_, partition) => `${root}.v1.*.${kind}.${partitionToken(partition)}`,
      ),
    keepDays: (kind: BusKind): number => streams[kind].keepDays,
    parkedStream: named(parkedStream),
    parkedSubjects: `${root}.v1.*.parked.>`,
    ownStream: (own: OwnStream): string => named(ownStreams[own].stream),
    ownSubjects: (own: OwnStream): string => `${root}.bus.${own}`,
    advisoryStream: named(advisoryStream),
    /** The broker's word that a delivery had its last attempt. */
    advisories: (kind: BusKind): string =>
      `$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${named(streams[kind].stream)}.*`,
  };
};

/** The durable of one partition. */
export const durableOf = (consumer: string, partition: number): string =>
  `${consumer}-${partitionToken(partition)}`;

/** A name is identity: a consumer under a new name handles everything again. */
export const consumers = [
  {
    name: 'ingest-recorder',
    kind: 'events',
    does: 'records message events in the event log',
    order: 'per key',
  },
  {
    name: 'recall-indexer',
    kind: 'facts',
    does: 'brings changed rows into the memory index',
    order: 'per key',
  },
  {
    name: 'janitor-tasks',
    kind: 'tasks',
    does: 'keeps the store in order, one task of a tenant after the other',
    order: 'per key',
  },
] as const satisfies readonly { name: string; kind: BusKind; does: string; order: 'per key' | 'free' }[];

/** Below it answers come to an app: whoever may not listen there reads none of another's. */
export const inboxOf = (root: string, app: string): string => `${root}.inbox.${app}`;

/** A tenant is a token of subjects, which has no dots, spaces or wildcards; so is a platform beside it. */
const plainToken = /^[\w-]{1,64}$/u;
export const isPlainToken = (token: string): boolean => plainToken.test(token);
const confinedMark = '~';

/** The third token of what an adaptor of one platform alone publishes: a user of the server can be held to it. */
export const confinedToken = (tenantId: string, platform: string): string =>
  `${tenantId}${confinedMark}${platform}`;

/** Whose it is, by the third token of its subject; the platform alone that whoever published it speaks for, else null. */
export const publishedBy = (
  token: string,
): { readonly tenantId: string; readonly platform: string | null } => {
  const [tenantId = '', platform = null] = token.split(confinedMark);
  return { tenantId, platform };
};

/** `kith.v1.<tenant>.<kind>.<pNN>`: ids alone, for subjects are logged and shown in tools. */
export const subjectOf = (
  message: { readonly tenantId: string; readonly kind: BusKind; readonly key: string },
  root: string = defaultRoot,
): string => `${root}.v1.${message.tenantId}.${message.kind}.${partitionToken(partitionOf(message.key))}`;

/** The kind that a consumer of the topology reads; undefined for a name that it does not know. */
export const kindOfConsumer = (name: string): BusKind | undefined =>
  consumers.find((consumer) => consumer.name === name)?.kind;

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** docs/topology.md, which a test keeps equal to this. */
export const topologyListing = (): string => {
  const last = partitionToken(partitionCount - 1);
  const streamRows = busKinds.map((kind) => {
    const { stream, carries, keepDays } = streams[kind];
    return [
      `\`${stream}\``,
      `\`kith.v1.*.${kind}.${partitionToken(0)}\` … \`${last}\``,
      carries,
      `until handled, ${String(keepDays)} days at most`,
    ];
  });
  const parkedRow = [
    `\`${parkedStream}\``,
    '`kith.v1.*.parked.>`',
    'what no attempt could handle, with its reason',
    'until replayed or discarded',
  ];
  const ownRows = [
    ...Object.entries(ownStreams).map(([own, { stream, carries, kept }]) => [
      `\`${stream}\``,
      `\`kith.bus.${own}.>\``,
      carries,
      kept,
    ]),
    [
      `\`${advisoryStream}\``,
      '`$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.<stream>.*`',
      'deliveries that ran out, as the broker tells it',
      '14 days',
    ],
  ];
  const consumerRows = consumers.map(({ name, kind, does, order }) => [
    `\`${name}\``,
    `\`${streams[kind].stream}\``,
    does,
    order,
    `\`${name}-${partitionToken(0)}\` … \`${name}-${last}\``,
  ]);
  return [
    '# Topology of the message bus',
    '',
    'Generated from `libs/messaging/src/topology.ts`; regenerate with `npm run build && node scripts/topology.mjs`.',
    '',
    'The embedded bus keeps these streams in the tables `bus_messages` and `bus_held`; names and keys are the same.',
    '',
    `A subject is \`kith.v1.<tenant>.<kind>.<partition>\`, for example \`${subjectOf({ tenantId: 'default', kind: 'events', key: 'general' })}\` for the key \`general\`.`,
    `There are ${String(partitionCount)} partitions, \`${partitionToken(0)}\` to \`${last}\`: the first two bytes of SHA-256 of the key, big-endian, modulo ${String(partitionCount)}.`,
    '',
    '## Streams',
    '',
    tableOf(['stream', 'subjects', 'carries', 'kept'], [...streamRows, parkedRow, ...ownRows]),
    '',
    '## Consumers',
    '',
    tableOf(['consumer', 'stream', 'does', 'order', 'durables on a broker'], consumerRows),
    '',
  ].join('\n');
};
