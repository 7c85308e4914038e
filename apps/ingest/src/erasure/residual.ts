import { Needles, scanFiles, scanTables, type Database, type Residue } from '#database';
import type { MemoryIndex } from '#memory-index';
import type { MessageBus } from '#messaging';
import { wordsThatStay } from '#read-models';
import { isMeant, parkedOf, type ErasedValues } from './parked-of.js';
import type { ErasureScope } from './plan.js';

/** What an adaptor named things by: of people, places, messages. They lead to what was said, and are no words of it. */
const identifiers = new Set([
  'platform_user_id',
  'external_id',
  'message_id',
  'event_key',
  'event_id',
  'conversation_id',
  'reply_to',
  'evidence_key',
  'data.platformUserId',
  'data.externalId',
  'data.messageId',
  'data.eventKey',
  'data.conversationId',
  'data.replyTo',
  'data.evidence',
  'data.publishedAs',
  'command_id',
  'result.revision',
  'accounts',
]);

export interface Residual {
  readonly [name: string]: number | Readonly<Record<string, number>>;
  /** Tables and files. */
  readonly scanned: number;
  readonly hits: number;
}

interface LookedThrough {
  readonly database: Database;
  readonly bus: MessageBus;
  readonly index: MemoryIndex;
  /** Where the embedded engine keeps its files; null where it keeps none. */
  readonly folder: string | null;
}

const pageSize = 2_000;
const beginning = '00000000-0000-0000-0000-000000000000';

/** Of these values, those that stand in words that stay, parked ones among them: they are not theirs alone. */
const alsoSaidByOthers = async (
  { database, bus }: LookedThrough,
  reach: ErasureScope,
  values: ErasedValues,
): Promise<ReadonlySet<string>> => {
  const { tenantId } = reach;
  const needles = values.all;
  const shared = new Set<string>();
  let after: string | undefined = beginning;
  while (after !== undefined) {
    const page: readonly { readonly id: string; readonly words: string }[] = await wordsThatStay(
      database,
      tenantId,
      after,
      pageSize,
    );
    for (const { words } of page) for (const value of needles.in(Buffer.from(words))) shared.add(value);
    after = page.length < pageSize ? undefined : page.at(-1)?.id;
  }
  for await (const message of parkedOf(bus, tenantId))
    if (!isMeant(message, reach, values)) for (const value of needles.in(message.body)) shared.add(value);
  return shared;
};

const hitsBy = (residues: readonly Residue[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { table, column } of residues) {
    const place = `${table.replace(/^public\./u, '')}.${column}`;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
};

/** In how much of what the bus holds beside the tables they stand, by kind. */
const scanBus = async (bus: MessageBus, tenantId: string, needles: Needles) => {
  const hits: Record<string, number> = {};
  let messages = 0;
  for await (const { kind, body } of bus.held(tenantId)) {
    messages += 1;
    if (needles.in(body).size > 0) hits[`bus.${kind}`] = (hits[`bus.${kind}`] ?? 0) + 1;
  }
  return { messages, hits };
};

/** In how many rows of an index that is kept beside the tables they stand. */
const scanIndex = async (index: MemoryIndex, tenantId: string, needles: Needles) => {
  let rows = 0;
  let hits = 0;
  for await (const { body } of index.held(tenantId)) {
    rows += 1;
    if (needles.in(body).size > 0) hits += 1;
  }
  return { rows, hits };
};

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

/** Looks through every table, every file of the data directory, the bus, and an index on a server of its own, for what was erased and nobody else said. */
export const lookThrough = async (
  stores: LookedThrough,
  reach: ErasureScope,
  values: ErasedValues,
): Promise<Residual> => {
  const { database, folder } = stores;
  const { all } = values;
  const shared = await alsoSaidByOthers(stores, reach, values);
  const needles = new Needles([...all.values].filter((value) => !shared.has(value)));
  const tables = await scanTables(database, reach.tenantId, needles);
  const inWords = tables.residues.filter(({ column }) => !identifiers.has(column));
  const onBus = await scanBus(stores.bus, reach.tenantId, needles);
  const indexed = await scanIndex(stores.index, reach.tenantId, needles);
  const files = folder === null ? null : await scanFiles(folder, needles);
  const named = new Set(
    tables.residues
      .filter(({ column }) => identifiers.has(column))
      .flatMap(({ values: found }) => [...found]),
  );
  const inFiles = [...(files?.residues ?? [])].filter(([, found]) =>
    [...found].some((value) => !named.has(value)),
  );
  return {
    scanned: tables.tables + (files?.files ?? 0),
    hits: inWords.length + inFiles.length + sum(onBus.hits) + indexed.hits,
    tables: tables.tables,
    rows: tables.rows,
    files: files?.files ?? 0,
    bytes: files?.bytes ?? 0,
    messages_on_bus: onBus.messages,
    ...(stores.index.server === null
      ? {}
      : { [`rows_in_${stores.index.server.toLowerCase()}`]: indexed.rows }),
    values: needles.values.size,
    also_said_by_others: shared.size,
    too_short: all.tooShort,
    in_identifiers: tables.residues.length - inWords.length,
    hits_in: {
      ...hitsBy(inWords),
      ...onBus.hits,
      ...(indexed.hits === 0 ? {} : { index: indexed.hits }),
      ...Object.fromEntries(inFiles.map(([file, found]) => [file, found.size])),
    },
  };
};
