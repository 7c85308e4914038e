import { createHash } from 'node:crypto';
import { type InstantField, instantFields, type Scalar, type ScalarField, scalarFields } from '#policy';
import type { WrittenRow } from '../index-rows.js';
import { bm25 } from '../ranking.js';
import { notedWord, wordOf } from './condition-filter.js';

/** Names of the vectors of a point. */
export const vectorNames = { meaning: 'meaning', words: 'words' } as const;

/** Fields of the payload, by the index that serves them. What a plan may name is here, and what lists are made by. */
export const payloadIndexes = {
  keyword: [
    ...scalarFields,
    'subject_entity_ids',
    'withheld_from_ids',
    'noted',
    'noted_in',
    'size',
    'weight',
    'text_key',
  ],
  integer: [...instantFields, 'position', 'words', 'sample'],
  bool: ['removed'],
} as const;

export interface Payload {
  readonly memory_id: string;
  /** Of the log: exact as a number for longer than a log lasts. */
  readonly position: number;
  readonly removed: boolean;
  readonly [field: string]: unknown;
}

export interface SparseVector {
  readonly indices: number[];
  readonly values: number[];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;
const shortest = 15;
const kept = 8;

/**
 * The point of a row. A UUID is itself; of any other id the beginning stands in it, so that points are in the order of
 * ids of up to 15 bytes.
 */
export const pointIdOf = (id: string): string => {
  if (uuid.test(id)) return id;
  const text = Buffer.from(id);
  const bytes = Buffer.alloc(16);
  if (text.length <= shortest) {
    text.copy(bytes);
    bytes[shortest] = text.length + 1;
  } else {
    text.copy(bytes, 0, 0, kept);
    createHash('sha256').update(text).digest().copy(bytes, kept, 0, kept);
  }
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
};

const terms = new Map<string, number>();
const rememberedTerms = 50_000;

/** The dimension of a word. Two words of one dimension, one pair in four thousand million, count as one. */
export const dimensionOf = (term: string): number => {
  const known = terms.get(term);
  if (known !== undefined) return known;
  const dimension = createHash('sha1').update(term).digest().readUInt32BE();
  if (terms.size >= rememberedTerms) terms.clear();
  terms.set(term, dimension);
  return dimension;
};

/** The length at which a word weighs as in a text of average length: that of allowed rows is known only when asked. */
export const usualLength = { fact: 8, message: 10 } as const;

const dampingOf = (kind: 'fact' | 'message', length: number): number => {
  const { k1, b } = bm25[kind];
  return k1 * (1 - b + (b * length) / usualLength[kind]);
};

/** How much a word weighs in a text where it stands so often, without idf: nothing of other rows is in it. */
export const saturated = (kind: 'fact' | 'message', count: number, length: number): number =>
  (count * (bm25[kind].k1 + 1)) / (count + dampingOf(kind, length));

/** How often a word stands in a text of this length, by its weight there. */
export const countOf = (kind: 'fact' | 'message', weight: number, length: number): number =>
  Math.max(1, Math.round((weight * dampingOf(kind, length)) / (bm25[kind].k1 + 1 - weight)));

export const sparseOf = (row: WrittenRow): SparseVector => {
  const kind = row.kind === 'message' ? 'message' : 'fact';
  const counts = new Map<number, number>();
  row.terms.forEach((term, at) => {
    const dimension = dimensionOf(term);
    counts.set(dimension, (counts.get(dimension) ?? 0) + (row.term_counts[at] ?? 1));
  });
  return {
    indices: [...counts.keys()],
    values: [...counts.values()].map((count) => saturated(kind, count, row.doc_length)),
  };
};

/** Into so many parts rows fall, by their ids, which nobody chooses: one part is like all of them. */
export const sampleParts = 64;
export const inSample = { key: 'sample', match: { value: 0 } };
const sampleOf = (id: string): number => createHash('sha1').update(id).digest().readUInt8() % sampleParts;

/** A kind and a length as one word: how many rows there are and how long they are is one count by this word. */
const sizeWord = (row: WrittenRow): string =>
  `${row.kind === 'message' ? 'message' : 'fact'} ${row.doc_length}`;

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const notedOf = (metadata: Readonly<Record<string, unknown>>) => {
  const noted: string[] = [];
  const notedIn: string[] = [];
  for (const [key, value] of Object.entries(metadata)) {
    if (isScalar(value)) noted.push(notedWord(key, value));
    if (Array.isArray(value))
      for (const one of value as readonly unknown[]) if (isScalar(one)) notedIn.push(notedWord(key, one));
  }
  return { noted, noted_in: [...new Set(notedIn)] };
};

/** Nothing is said of what a row has not: an absent key is what `is_empty` finds. */
const saidOf = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );

export const payloadOf = (row: WrittenRow): Payload => {
  const scalar = (field: ScalarField): string | null => {
    const value = row[field];
    return value === null ? null : wordOf(value);
  };
  const instant = (field: InstantField): number | null => row[field];
  return {
    ...saidOf({
      ...Object.fromEntries(scalarFields.map((field) => [field, scalar(field)])),
      ...Object.fromEntries(instantFields.map((field) => [field, instant(field)])),
      subject_entity_ids: row.subject_entity_ids,
      withheld_from_ids: row.withheld_from_ids,
      ...notedOf(row.metadata),
      size: sizeWord(row),
      // A sparse vector holds no condition: how many rows have a word is counted by these.
      words: [...new Set(row.terms.map(dimensionOf))],
      weight: String(row.importance ?? 0),
      doc_length: row.doc_length,
      sample: sampleOf(row.memory_id),
      text_key: row.text_key,
    }),
    memory_id: row.memory_id,
    position: Number(row.position),
    removed: false,
  };
};
