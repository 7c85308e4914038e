import { type InstantField, instantFields, type Scalar, type ScalarField, scalarFields } from '#policy';
import type { IndexRow } from '../index-rows.js';
import { type Bits, removeBit } from './bits.js';
import { floats, growBit, type Growing, ints, words } from './growing.js';
import { ValueRows } from './value-rows.js';

type ListedField = Exclude<ScalarField, 'memory_id'>;
const listedFields = scalarFields.filter((field): field is ListedField => field !== 'memory_id');

/** Values as numbers from 1; 0 is null. */
class Dictionary {
  private readonly codes = new Map<Scalar, number>();
  private readonly values: Scalar[] = [];

  codeOf(value: Scalar | null): number {
    if (value === null) return 0;
    const known = this.codes.get(value);
    if (known !== undefined) return known;
    this.codes.set(value, this.codes.size + 1);
    this.values.push(value);
    return this.codes.size;
  }

  valueOf(code: number): Scalar | undefined {
    return this.values[code - 1];
  }

  /** Undefined when no row ever had this value. */
  known(value: Scalar): number | undefined {
    return this.codes.get(value);
  }

  /** Of every text that has this part. */
  withPart(part: string): readonly number[] {
    return [...this.codes].flatMap(([value, code]) =>
      typeof value === 'string' && value.includes(part) ? [code] : [],
    );
  }
}

/**
 * What conditions and orders name. A row is one slot; slots are never used twice: a changed row gets a new one and the
 * old one dies.
 */
export class Columns {
  readonly dictionary = new Dictionary();
  readonly with: Readonly<Record<ListedField, ValueRows>> = Object.fromEntries(
    listedFields.map((field) => [field, new ValueRows()]),
  ) as Record<ListedField, ValueRows>;
  readonly about = new ValueRows();
  readonly keptFrom = new ValueRows();
  /** Rows that are kept from anybody at all. */
  readonly kept = words();
  /** Whom a row is about, where they are several. */
  readonly several = new Map<number, readonly string[]>();
  /** NaN where absent: neither before nor after anything. */
  readonly instants: Readonly<Record<InstantField, Growing<Float64Array>>> = {
    observed_at: floats(),
    first_observed_at: floats(),
    expires_at: floats(),
    superseded_at: floats(),
  };
  /** Which rows have the instant. */
  readonly timed: Readonly<Record<InstantField, Growing<Uint32Array>>> = {
    observed_at: words(),
    first_observed_at: words(),
    expires_at: words(),
    superseded_at: words(),
  };
  readonly importance = floats();
  readonly source = ints();
  readonly kind = ints();
  readonly length = ints();
  readonly textKeys: (string | null)[] = [];
  readonly metadata = new Map<number, Readonly<Record<string, unknown>>>();
  readonly alive = words();
  readonly ids: string[] = [];
  readonly slotOf = new Map<string, number>();

  get slots(): number {
    return this.ids.length;
  }

  add(row: IndexRow): number {
    const slot = this.ids.length;
    this.ids.push(row.memory_id);
    this.slotOf.set(row.memory_id, slot);
    for (const field of listedFields) this.with[field].add(this.dictionary.codeOf(row[field]), slot);
    for (const subject of new Set(row.subject_entity_ids))
      this.about.add(this.dictionary.codeOf(subject), slot);
    if (row.subject_entity_ids.length > 1) this.several.set(slot, row.subject_entity_ids);
    growBit(this.kept, slot, row.withheld_from_ids.length > 0);
    for (const entityId of new Set(row.withheld_from_ids))
      this.keptFrom.add(this.dictionary.codeOf(entityId), slot);
    for (const field of instantFields) {
      this.instants[field].set(slot, row[field] ?? Number.NaN);
      growBit(this.timed[field], slot, row[field] !== null);
    }
    this.importance.set(slot, row.importance ?? 0);
    this.source.set(slot, this.dictionary.codeOf(row.source_id));
    this.kind.set(slot, this.dictionary.codeOf(row.kind));
    this.length.set(slot, row.doc_length);
    this.textKeys.push(row.text_key);
    if (Object.keys(row.metadata).length > 0) this.metadata.set(slot, row.metadata);
    growBit(this.alive, slot, true);
    return slot;
  }

  kill(slot: number): void {
    removeBit(this.alive.values, slot);
    this.metadata.delete(slot);
    this.several.delete(slot);
  }

  /** Everybody whom some of these rows is about. */
  subjectsIn(rows: Bits): readonly string[] {
    if (rows.every((word) => word === 0)) return [];
    return this.about.valuesIn(rows).flatMap((code) => this.dictionary.valueOf(code) ?? []) as string[];
  }

  readonly newestFirst = (a: number, b: number): number => {
    const at = this.instants.observed_at.values;
    return (at[b] ?? 0) - (at[a] ?? 0) || this.byId(a, b);
  };

  readonly oldestFirst = (a: number, b: number): number => {
    const at = this.instants.observed_at.values;
    return (at[a] ?? 0) - (at[b] ?? 0) || this.byId(a, b);
  };

  private byId(a: number, b: number): number {
    return (this.ids[a] ?? '') < (this.ids[b] ?? '') ? -1 : 1;
  }
}
