import { busKinds, type BusKind } from './message-bus.js';
import { brokerNames, confinedToken, consumers, defaultRoot, inboxOf, isPlainToken } from './topology.js';

/** What a user of the broker may do; whatever is not listed is refused. */
export interface Permissions {
  readonly publish: readonly string[];
  readonly refusedToPublish?: readonly string[];
  readonly subscribe: readonly string[];
}

interface AppRole {
  readonly publishes: readonly BusKind[];
  /** Requests that other apps answer. */
  readonly asks: readonly string[];
  readonly refusedToAsk?: readonly string[];
  /** Looks after what is parked, and lets go of what all streams have handled. */
  readonly tidies?: boolean;
}

/** What ingest and recall are asked by the janitor, in nobody's name; never by the edge. */
const upkeep = [
  ...[
    'retire',
    'reproject',
    'withdrawEvidence',
    'endProposals',
    'closeNames',
    'weighAgain',
    'proposeMerges',
    'noteRun',
  ].map((one) => `ingest.${one}`),
  'recall.index',
];

const appRoles = {
  gateway: {
    publishes: ['events'],
    asks: ['recall.*', 'ingest.*', 'janitor.*'],
    refusedToAsk: upkeep,
  },
  // What was parked is published again by whoever replays it, of whatever kind it is.
  ingest: { publishes: busKinds, asks: [], tidies: true },
  recall: { publishes: [], asks: [] },
  janitor: {
    publishes: ['tasks'],
    asks: [
      ...upkeep,
      ...['ready', 'listParked', 'replayParked', 'discardParked'].map((one) => `ingest.${one}`),
      'recall.ready',
    ],
  },
} as const satisfies Record<string, AppRole>;

export type NatsApp = keyof typeof appRoles;
const natsApps = Object.keys(appRoles) as readonly NatsApp[];

const consumedBy = (app: NatsApp): readonly (typeof consumers)[number][] =>
  consumers.filter(({ name }) => name.startsWith(`${app}-`));

/** Of one message, as the leader of a stream has it. */
const fetches = (stream: string): string => `$JS.API.STREAM.MSG.GET.${stream}`;

/** Of what a stream holds, as any replica has it. */
const reads = (stream: string): readonly string[] => [
  `$JS.API.STREAM.INFO.${stream}`,
  `$JS.API.DIRECT.GET.${stream}`,
  `$JS.API.DIRECT.GET.${stream}.>`,
];

const consumes = (stream: string): readonly string[] => [
  `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.*`,
  `$JS.API.CONSUMER.CREATE.${stream}.>`,
  `$JS.API.CONSUMER.INFO.${stream}.*`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`,
  `$JS.ACK.${stream}.>`,
];

const purges = (stream: string): string => `$JS.API.STREAM.PURGE.${stream}`;

/** A worker's own place among the leases and notes. */
const worksAs = (root: string, consumer: string): readonly string[] => {
  const names = brokerNames(root);
  return (['leases', 'notes'] as const).flatMap((own) => [
    `${names.ownSubjects(own)}.${consumer}.>`,
    fetches(names.ownStream(own)),
    purges(names.ownStream(own)),
  ]);
};

/** What its consumers need: theirs alone is taken, acknowledged and purged; what killed a worker is parked by whoever sees it. */
const ofConsumers = (root: string, app: NatsApp): readonly string[] => {
  const own = consumedBy(app);
  if (own.length === 0) return [];
  const names = brokerNames(root);
  return [
    ...own.flatMap(({ name, kind }) => [
      ...consumes(names.stream(kind)),
      purges(names.stream(kind)),
      ...worksAs(root, name),
    ]),
    ...consumes(names.advisoryStream),
    ...busKinds.map((kind) => fetches(names.stream(kind))),
    names.parkedSubjects,
  ];
};

/** How much waits is said by every app, and takes looking at every stream. */
const ofDepths = (root: string): readonly string[] => {
  const names = brokerNames(root);
  const own = (['leases', 'notes', 'marks'] as const).map((one) => names.ownStream(one));
  return [
    '$JS.API.INFO',
    ...busKinds.flatMap((kind) => [
      ...reads(names.stream(kind)),
      `$JS.API.CONSUMER.LIST.${names.stream(kind)}`,
    ]),
    ...reads(names.parkedStream),
    `$JS.API.CONSUMER.LIST.${names.advisoryStream}`,
    ...[...own, names.advisoryStream].map((stream) => `$JS.API.STREAM.INFO.${stream}`),
  ];
};

const ofPublishing = (root: string, kinds: readonly BusKind[]): readonly string[] => {
  if (kinds.length === 0) return [];
  const names = brokerNames(root);
  return [
    ...kinds.map((kind) => names.subjects(kind)),
    `${names.ownSubjects('marks')}.*`,
    ...reads(names.ownStream('marks')),
  ];
};

const ofTidying = (root: string): readonly string[] => {
  const names = brokerNames(root);
  return [
    fetches(names.parkedStream),
    ...[names.parkedStream, ...busKinds.map((kind) => names.stream(kind))].map(purges),
  ];
};

const askedAs = (root: string, request: string): string => `${root}.rpc.${request}`;
const cancelledAs = (root: string, app: string): string => `${root}.rpc-cancel.${app}`;
const appOf = (request: string): string => request.split('.')[0] ?? request;

/** Where answers to those go who ask this app. */
const inboxesOfAskers = (root: string, app: NatsApp): readonly string[] =>
  natsApps
    .filter((asker) => appRoles[asker].asks.some((request) => appOf(request) === app))
    .map((asker) => `${inboxOf(root, asker)}.>`);

const unique = (subjects: readonly string[]): readonly string[] => [...new Set(subjects)];

/** Of an app that runs as a process of its own. */
const permissionsOf = (app: NatsApp, root: string = defaultRoot): Permissions => {
  const role: AppRole = appRoles[app];
  const answers = inboxesOfAskers(root, app);
  return {
    publish: unique([
      ...ofPublishing(root, role.publishes),
      ...ofConsumers(root, app),
      ...(role.tidies === true ? ofTidying(root) : []),
      ...ofDepths(root),
      ...role.asks.map((request) => askedAs(root, request)),
      ...unique(role.asks.map(appOf)).map((asked) => cancelledAs(root, asked)),
      ...answers,
    ]),
    ...(role.refusedToAsk
      ? { refusedToPublish: role.refusedToAsk.map((request) => askedAs(root, request)) }
      : {}),
    subscribe: [
      `${inboxOf(root, app)}.>`,
      ...(answers.length > 0 ? [askedAs(root, `${app}.*`), cancelledAs(root, app)] : []),
    ],
  };
};

/** Makes streams, and looks at them; it publishes no message of Kith and answers nobody. */
const operatorPermissions = (root: string): Permissions => ({
  publish: ['$JS.API.>'],
  subscribe: [`${inboxOf(root, 'operator')}.>`, '_INBOX_operator.>'],
});

export interface Adaptor {
  readonly user: string;
  readonly tenantId: string;
  readonly platform: string;
}

/** Publishes events of its platform, and hears whether they were stored. */
const adaptorPermissions = (root: string, { user, tenantId, platform }: Adaptor): Permissions => {
  if (![user, tenantId, platform].every(isPlainToken)) throw new RangeError('it is no token of a subject');
  return {
    publish: [`${root}.v1.${confinedToken(tenantId, platform)}.events.*`],
    subscribe: [`_INBOX_${user}.>`],
  };
};

const listed = (subjects: readonly string[], indent: string): string =>
  `[\n${subjects.map((subject) => `${indent}  "${subject}"\n`).join('')}${indent}]`;

const allowed = (subjects: readonly string[], refused: readonly string[] = []): string =>
  refused.length === 0
    ? listed(subjects, '        ')
    : `{\n          allow: ${listed(subjects, '          ')}\n          deny: ${listed(refused, '          ')}\n        }`;

const passwordOf = (user: string): string => `NATS_${user.toUpperCase().replaceAll('-', '_')}_PASSWORD`;

const userLines = (user: string, may: Permissions): string =>
  [
    `    {`,
    `      user: "${user}", password: $${passwordOf(user)}`,
    `      permissions {`,
    `        publish: ${allowed(may.publish, may.refusedToPublish)}`,
    `        subscribe: ${allowed(may.subscribe)}`,
    `      }`,
    `    }`,
  ].join('\n');

const secured = [
  'tls {',
  '  cert_file: $NATS_SERVER_CERTIFICATE',
  '  key_file: $NATS_SERVER_KEY',
  '}',
] as const;
/** Of containers, which reach it over a network of their own. */
const unsecured = ['http_port: 8222'] as const;

/** The server of docker-compose.yml: docs/examples/nats-compose.conf. */
export const natsComposeConfig = (): string => natsServerConfig([], defaultRoot, unsecured);

/** A configuration of nats-server with a user for each app, for operators and for adaptors: docs/examples/nats-server.conf. */
export const natsServerConfig = (
  adaptors: readonly Adaptor[] = [{ user: 'discord', tenantId: 'default', platform: 'discord' }],
  root: string = defaultRoot,
  connections: readonly string[] = secured,
): string => {
  const users = [
    ...natsApps.map((app) => userLines(app, permissionsOf(app, root))),
    userLines('operator', operatorPermissions(root)),
    ...adaptors.map((adaptor) => userLines(adaptor.user, adaptorPermissions(root, adaptor))),
  ];
  return [
    '# Generated from libs/messaging/src/permissions.ts; regenerate with `npm run build && node scripts/topology.mjs`.',
    '# A user for each app, for operators and for each adaptor; what is not listed is refused. Names with $ come from the',
    '# environment of nats-server: `openssl rand -hex 32 | sed s/^/k/` makes a password that is not read as a number. In the place of',
    '# `user` and `password` stands `nkey: U…` for whoever has one. docs/running-for-real.md tells the rest.',
    'listen: "0.0.0.0:4222"',
    'jetstream { store_dir: $NATS_STORE }',
    ...connections,
    'accounts {',
    '  KITH {',
    '    jetstream: enabled',
    '    users: [',
    users.join('\n'),
    '    ]',
    '  }',
    '}',
    '',
  ].join('\n');
};
