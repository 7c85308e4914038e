// The walls of the house, one sentence a rule. Each has a fixture under test/import-rules/fixtures that proves it bites.

const tests = [
  '\\.spec\\.ts$',
  '^libs/testing/',
  '^libs/[^/]+/src/testing/',
  '^apps/[^/]+/src/testing/',
  '^test/',
];
const packages = (...names) => names.flatMap((name) => [`(^|/)node_modules/${name}(/|$)`, `^${name}(/|$)`]);

const isPure = (lib, sentence, mayImport) => ({
  name: `${lib}-is-pure`,
  severity: 'error',
  comment: sentence,
  from: { path: `^libs/${lib}/src/`, pathNot: tests },
  to: { pathNot: [`^libs/${lib}/src/`, ...mayImport] },
});
const onlyOneKnows = (name, sentence, owners, known) => ({
  name,
  severity: 'error',
  comment: sentence,
  from: { path: '^(apps|libs)/', pathNot: owners },
  to: { path: known },
});

/** The libs that each lib rests on, beside those that a rule of their own calls pure; docs/ARCHITECTURE.md has the map. */
const restsOn = {
  config: ['domain'],
  database: [],
  observability: [],
  embeddings: ['database'],
  messaging: ['database'],
  'event-log': ['domain', 'database'],
  'memory-index': ['policy', 'database'],
  'read-models': ['contracts', 'domain', 'identity', 'policy', 'database', 'event-log'],
  extraction: ['domain', 'identity', 'safety'],
};

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'No file leads back to itself, so each can be understood and tested alone.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'Every import is found, or the other rules would look at nothing.',
      from: {},
      // What is built may not be built yet; packages of engines to come are seen by their own rules.
      to: { couldNotResolve: true, pathNot: ['(^|/)dist/', ...packages('@nats-io', 'nats', '@qdrant')] },
    },
    isPure('domain', 'The domain is plain values and functions on zod and node:crypto alone.', [
      ...packages('zod'),
      '^crypto$',
    ]),
    isPure(
      'contracts',
      'What goes over the wire is schemas and the types inferred from them, in the words of the domain.',
      ['^libs/domain/src/index\\.ts$', ...packages('zod')],
    ),
    isPure('policy', 'The decision is a pure function that knows the domain, and hashing for its version.', [
      '^libs/domain/src/index\\.ts$',
      '^crypto$',
    ]),
    isPure(
      'identity',
      'Who is meant, and who is one person, is decided by pure functions that know the domain, how far two spellings are apart, which letters look alike and tables of their own.',
      ['^libs/domain/src/index\\.ts$', '^(node:)?fs$', ...packages('fastest-levenshtein', 'unhomoglyph')],
    ),
    isPure(
      'retrieval',
      'Planning, fusion and rendering are pure and know the domain, what goes over the wire, the policy, who is meant by a name, word stems, dates in words and tables of their own.',
      [
        '^libs/(contracts|domain|identity|policy)/src/index\\.ts$',
        '^(node:)?fs$',
        ...packages('stemmer', 'chrono-node', 'zod'),
      ],
    ),
    isPure(
      'safety',
      'What must not be kept, told or remembered is found by rules that hold whoever extracts, on words and lists of their own.',
      [
        '^libs/(domain|identity)/src/index\\.ts$',
        '^(node:)?(fs|module|util)$',
        ...packages('zod', 'libphonenumber-js', '@scure/bip39'),
      ],
    ),
    ...Object.entries(restsOn).map(([lib, below]) => ({
      name: 'libs-point-downhill',
      severity: 'error',
      comment: 'A lib rests on the libs that the map names for it, and on no other.',
      from: { path: `^libs/${lib}/src/`, pathNot: tests },
      to: { path: '^libs/', pathNot: `^libs/(${[lib, ...below].join('|')})/` },
    })),
    {
      name: 'the-edge-reads-no-statement',
      severity: 'error',
      comment:
        'The gateway finds credentials by libs/safety; no grammar and no word list of extraction is loaded there.',
      from: { path: '^apps/gateway/', pathNot: tests },
      to: { path: '^libs/extraction/', reachable: true },
    },
    ...[
      ['words', 'text|grammar|mentions|rules'],
      ['text', 'grammar|mentions|rules'],
      ['grammar', 'mentions|rules'],
      ['mentions', 'rules'],
      ['rules/frames', 'rules/(?:plain|statements|notes)'],
      ['rules/plain', 'rules/(?:statements|notes)'],
      ['rules/statements', 'rules/notes'],
    ].map(([from, above]) => ({
      name: `extraction-${from.replace('rules/', '')}-knows-nothing-above-it`,
      severity: 'error',
      comment:
        'In extraction the rules rest on mentions, these on grammar, that on text, and that on words alone; among the rules notes rest on statements, and these on frames.',
      from: { path: `^libs/extraction/src/${from}/`, pathNot: tests },
      to: { path: `^libs/extraction/src/(${above})/` },
    })),
    ...[
      ['settle-topics', 'message-context|capture-facts|directives|extract-facts|commands'],
      ['message-context', 'settle-topics|capture-facts|directives|extract-facts|commands'],
      ['capture-facts', 'directives|extract-facts|commands'],
      ['directives', 'extract-facts|commands'],
    ].map(([from, above]) => ({
      name: `ingest-${from}-knows-nothing-above-it`,
      severity: 'error',
      comment:
        'In ingest extracting rests on directives, these on capturing, that on what surrounds a message and on settling.',
      from: { path: `^apps/ingest/src/${from}/`, pathNot: tests },
      to: { path: `^apps/ingest/src/(${above})/` },
    })),
    {
      name: 'apps-do-not-meet',
      severity: 'error',
      comment: 'The four apps talk over the bus and by request, and import nothing of each other.',
      from: { path: '^apps/(gateway|ingest|recall|janitor)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'standalone-composes-the-four',
      severity: 'error',
      comment: 'Standalone puts the four apps together and does not know who starts it.',
      from: { path: '^apps/standalone/' },
      to: { path: '^apps/', pathNot: '^apps/(gateway|ingest|recall|janitor|standalone)/' },
    },
    {
      name: 'cli-starts-standalone',
      severity: 'error',
      comment: 'The cli starts standalone or talks to it over HTTP; it reaches into no other app.',
      from: { path: '^apps/cli/' },
      to: { path: '^apps/', pathNot: '^apps/(cli|standalone)/' },
    },
    {
      name: 'libs-do-not-know-apps',
      severity: 'error',
      comment: 'A lib serves any app, so it imports none.',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'only-event-log-writes-events',
      severity: 'error',
      comment:
        'Commands are taken by ingest and janitor alone; others may know the shape of the log, not hold it, but for the modules that wire it.',
      from: {
        path: '^(apps|libs)/',
        pathNot: [
          '^libs/(event-log|wiring)/',
          '^apps/(ingest|janitor|standalone)/',
          '^apps/[^/]+/src/[^/]+\\.module\\.ts$',
          ...tests,
        ],
      },
      to: { path: '^libs/event-log/', dependencyTypesNot: ['type-only'] },
    },
    onlyOneKnows(
      'only-database-knows-pg-and-pglite',
      'Postgres, a server or embedded, is opened by libs/database alone; the others get its port.',
      ['^libs/database/'],
      packages('pg', 'pg-[^/]+', '@electric-sql'),
    ),
    onlyOneKnows(
      'only-messaging-knows-nats',
      'The broker can be changed in libs/messaging alone.',
      ['^libs/messaging/'],
      packages('@nats-io', 'nats'),
    ),
    onlyOneKnows(
      'only-memory-index-knows-qdrant',
      'The vector store can be changed in libs/memory-index alone.',
      ['^libs/memory-index/'],
      packages('@qdrant'),
    ),
    {
      name: 'nest-wires-and-decides-nothing',
      severity: 'error',
      comment:
        'Nest stands in the apps and in libs/wiring; every other lib can be used and tested without it.',
      from: {
        path: '^libs/',
        pathNot: ['^libs/(wiring|contracts|domain|policy|identity|retrieval)/', ...tests],
      },
      to: { path: packages('@nestjs') },
    },
    {
      name: 'one-door',
      severity: 'error',
      comment: 'A lib is entered through its index.ts; tests may also use its testing folder.',
      from: { path: '^(?:apps|libs)/([^/]+)/' },
      to: {
        path: '^(?:apps|libs)/[^/]+/src/',
        pathNot: ['^(?:apps|libs)/$1/', '^(?:apps|libs)/[^/]+/src/index\\.ts$', '^libs/[^/]+/src/testing/'],
      },
    },
    {
      name: 'tests-stay-out-of-production',
      severity: 'error',
      comment: 'What runs for people imports no test, no fake and no test tool.',
      from: { path: '^(apps|libs)/', pathNot: tests },
      to: {
        path: [...tests, ...packages('jest', '@jest', 'fast-check', '@nestjs/testing')],
      },
    },
  ],
  options: {
    // Types are dependencies too: a type-only import still couples two folders.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['node_modules', '^dist/'] },
    exclude: { path: ['^dist/', '^test/import-rules/fixtures/'] },
    enhancedResolveOptions: {
      // `#domain` must lead to libs/domain/src, not to what was built from it.
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
    skipAnalysisNotInRules: true,
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content' },
  },
};
