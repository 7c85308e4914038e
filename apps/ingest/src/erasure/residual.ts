import {
  isOfEngine,
  Needles,
  scanFiles,
  scanTables,
  type Database,
  type FilesScan,
  type Residue,
} from '#database';
import type { MemoryIndex } from '#memory-index';
import type { MessageBus } from '#messaging';
import { wordsThatStay, type ErasureRow } from '#read-models';
import { ownWords } from './own-words.js';
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
  'result.by',
  'result.revision',
  'accounts',
]);

/** Made of words that stand beside them: stems, and parts of names. "Dance" is found in the "dancing" of another. */
const madeOfWords = new Set(['terms', 'form', 'pattern']);

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
  /** Resolves when what the bus holds by now is recorded, or could not be in time. */
  readonly drained: () => Promise<void>;
}

/** Whose names are among what was erased. */
type Nameless = Pick<ErasureRow, 'names_of' | 'places_of'>;

/** Where values stand. */
interface Place {
  readonly name: string;
  readonly values: ReadonlySet<string>;
}

const pageSize = 2_000;
const beginning = '00000000-0000-0000-0000-000000000000';

/** Of the values looked for, those that stand in words that stay, parked ones among them, or in names of others: they are not theirs alone. */
const alsoSaidByOthers = async (
  { database, bus }: LookedThrough,
  reach: ErasureScope,
  values: ErasedValues,
  { names_of: entityIds, places_of: sourceIds }: Nameless,
  needles: Needles,
): Promise<ReadonlySet<string>> => {
  const { tenantId } = reach;
  const shared = new Set<string>();
  let after: string | undefined = beginning;
  while (after !== undefined) {
    const page: readonly { readonly id: string; readonly words: string }[] = await wordsThatStay(
      database,
      tenantId,
      { entityIds, sourceIds },
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

/** How many of these hold a value that is none of those, by where they are. */
const hitsIn = (places: readonly Place[], shared: ReadonlySet<string>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { name, values } of places)
    if ([...values].some((value) => !shared.has(value))) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

/** In how much of what the bus holds beside the tables they stand, by kind. */
const scanBus = async (bus: MessageBus, tenantId: string, needles: Needles) => {
  const places: Place[] = [];
  let messages = 0;
  for await (const { kind, body } of bus.held(tenantId)) {
    messages += 1;
    const values = needles.in(body);
    if (values.size > 0) places.push({ name: `bus.${kind}`, values });
  }
  return { messages, places };
};

/** In how many rows of an index that is kept beside the tables they stand. */
const scanIndex = async (index: MemoryIndex, tenantId: string, needles: Needles) => {
  const places: Place[] = [];
  let rows = 0;
  for await (const { body } of index.held(tenantId)) {
    rows += 1;
    const values = needles.in(body);
    if (values.size > 0) places.push({ name: 'index', values });
  }
  return { rows, places };
};

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

const isIdentifier = ({ column }: Residue): boolean => identifiers.has(column);
const isMade = ({ column }: Residue): boolean => madeOfWords.has(column);
const tableOf = ({ table, column, values }: Residue): Place => ({
  name: `${table.replace(/^public\./u, '')}.${column}`,
  values,
});

/** One word that the engine's own files hold is the engine's in all of them. */
const ofEngine = ([name, values]: readonly [string, ReadonlySet<string>]): readonly string[] =>
  isOfEngine(name) ? [...values].filter((value) => !/\s/u.test(value)) : [];

/** What stands in a copy of rows, a file or what the planner noted, and in an id that an adaptor gave is that id; what is a stem of others' words, those. */
const without = (known: ReadonlySet<string>, { name, values }: Place): Place => ({
  name,
  values: new Set([...values].filter((value) => !known.has(value))),
});

const placesIn = (residues: readonly Residue[], files: FilesScan | null): readonly Place[] => {
  const isCopied = ({ table }: Residue): boolean => table.startsWith('pg_stats of ');
  const isKnown = (one: Residue): boolean => isIdentifier(one) || isMade(one);
  const known = new Set(residues.filter(isKnown).flatMap(({ values }) => [...values]));
  const inWords = residues.filter((residue) => !isKnown(residue));
  const inFiles = [...(files?.residues ?? [])];
  const knownInFiles = new Set([...known, ...inFiles.flatMap(ofEngine)]);
  return [
    ...inWords.filter((one) => !isCopied(one)).map(tableOf),
    ...inWords.filter(isCopied).map((one) => without(known, tableOf(one))),
    ...inFiles.map(([name, values]) => without(knownInFiles, { name, values })),
  ];
};

/**
 * Looks through every table, every file of the data directory, the bus, and an index on a server of its own, for what was
 * erased and nobody else said. What is found is asked for among others' words once more: they go on talking meanwhile.
 */
export const lookThrough = async (
  stores: LookedThrough,
  reach: ErasureScope,
  values: ErasedValues,
  nameless: Nameless,
): Promise<Residual> => {
  const { database, folder } = stores;
  const { all } = values;
  const own = all.in(Buffer.from(await ownWords(database, reach.tenantId)));
  const shared = await alsoSaidByOthers(stores, reach, values, nameless, all);
  const needles = new Needles([...all.values].filter((value) => !shared.has(value) && !own.has(value)));
  const tables = await scanTables(database, reach.tenantId, needles);
  const onBus = await scanBus(stores.bus, reach.tenantId, needles);
  const indexed = await scanIndex(stores.index, reach.tenantId, needles);
  const files = folder === null ? null : await scanFiles(folder, needles);
  const places = [...placesIn(tables.residues, files), ...onBus.places, ...indexed.places];
  const found = new Needles(places.flatMap(({ values: standing }) => [...standing]));
  if (found.values.size > 0) await stores.drained();
  const saidSince =
    found.values.size > 0
      ? await alsoSaidByOthers(stores, reach, values, nameless, found)
      : new Set<string>();
  const hits = hitsIn(places, saidSince);
  return {
    scanned: tables.tables + (files?.files ?? 0),
    hits: sum(hits),
    tables: tables.tables,
    rows: tables.rows,
    files: files?.files ?? 0,
    bytes: files?.bytes ?? 0,
    messages_on_bus: onBus.messages,
    ...(stores.index.server === null
      ? {}
      : { [`rows_in_${stores.index.server.toLowerCase()}`]: indexed.rows }),
    values: needles.values.size - saidSince.size,
    also_said_by_others: shared.size + saidSince.size,
    words_of_kith: own.size,
    too_short: all.tooShort,
    in_identifiers: tables.residues.filter(isIdentifier).length,
    hits_in: hits,
  };
};
