import { describe, expect, it } from '@jest/globals';
import { memoryIndexServerMigrations } from '#memory-index';
import { allMigrations } from '#standalone';

const migrations = [...allMigrations, ...memoryIndexServerMigrations];

/** What takes from the app of the version before something that it reads or writes. */
const narrowing: readonly (readonly [string, RegExp])[] = [
  [
    'drops what it may use',
    /\bdrop\s+(?:table|column|view|materialized|function|constraint|default|schema|type|sequence)\b/iu,
  ],
  ['renames what it may use', /\brename\s+(?:to|column|constraint|\w+\s+to)\b/iu],
  ['asks for a value that it does not write', /\bset\s+not\s+null\b/iu],
  ['gives a column another type', /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/iu],
  [
    'refuses rows that it writes',
    /\badd\s+(?:constraint|check|primary\s+key|foreign\s+key|unique|exclude)\b/iu,
  ],
];
const addsColumn =
  /\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?\w+\s+[\w\s.[\]()"]*?not\s+null(?<rest>[^,]*)/giu;

const findingsIn = (statement: string, made: ReadonlySet<string>): readonly string[] => {
  const table =
    /\b(?:alter\s+table|unique\s+index\s+(?:\w+\s+)?on)\s+(?:if\s+exists\s+|only\s+)?(?<table>\w+)/iu.exec(
      statement,
    )?.groups?.['table'];
  // Nobody knows a table that this version makes.
  if (table !== undefined && made.has(table)) return [];
  const added = [...statement.matchAll(addsColumn)].some(
    ({ groups }) => !/\bdefault\b|\bgenerated\b/iu.test(groups?.['rest'] ?? ''),
  );
  return [
    ...narrowing.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what),
    ...(added && /\balter\s+table\b/iu.test(statement) ? ['adds a column that it does not fill'] : []),
    ...(/\bcreate\s+unique\s+index\b/iu.test(statement) ? ['refuses rows that it writes'] : []),
  ];
};

const madeBy = (statements: readonly string[]): ReadonlySet<string> =>
  new Set(
    statements.flatMap((statement) =>
      [
        ...statement.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?<table>\w+)/giu),
      ].map(({ groups }) => groups?.['table'] ?? ''),
    ),
  );

const narrowed = (some: readonly { readonly name: string; readonly statements: readonly string[] }[]) =>
  some
    .filter(({ statements }) => statements.some((one) => findingsIn(one, madeBy(statements)).length > 0))
    .map(({ name }) => name);

/**
 * Those that are there since before two versions had to stand side by side, or that take away what no version uses any more:
 * whoever adds one says here which version was the last to use it.
 */
const allowed: readonly string[] = [
  '0123-messages-received-at',
  '0156-settings',
  '0161-extraction-queue',
  '0210-verification',
  '0220-accesses',
  '0077-memory-index-vectors',
  '0240-tenants',
];

describe('a migration', () => {
  it('leaves what the app of the version before needs', () => {
    expect(narrowed(migrations)).toEqual(allowed);
  });

  it.each([
    'alter table messages drop column author_id',
    'alter table messages rename column author_id to said_by',
    'alter table messages rename to said',
    'alter table messages alter column received_at set not null',
    'alter table messages add column weight real not null',
    'alter table messages add column weight real not null, add column height real default 0',
    'alter table messages alter column weight type numeric using weight::numeric',
    'alter table messages add constraint heavy check (weight > 0)',
    'create unique index messages_weight on messages (weight)',
    'drop view lp_users',
  ])('that takes something from it is found: %s', (statement) => {
    expect(narrowed([{ name: 'one', statements: [statement] }])).toEqual(['one']);
  });

  it.each([
    [['alter table messages add column weight real']],
    [['alter table messages add column weight real not null default 0, add column height real']],
    [['create index messages_weight on messages (weight)', 'drop index messages_height']],
    [['create table scales (weight real not null)', 'create unique index scales_weight on scales (weight)']],
    [['update messages set weight = 1 where weight is not null', 'insert into scales select 1 where true']],
  ])('that only adds is not: %j', (statements) => {
    expect(narrowed([{ name: 'one', statements }])).toEqual([]);
  });
});
