import type { InstantField, ScalarField } from '#policy';
import type { IndexRow } from '../index-rows.js';
import { bytes, floats, ints, type Growing } from './growing.js';

export const textFields = [
  'tenant_id',
  'agent_id',
  'kind',
  'status',
  'visibility_scope',
  'disclosure',
  'source_id',
  'source_type',
  'workspace_id',
  'speaker_entity_id',
  'owner_entity_id',
  'conversation_id',
  'memory_type',
  'trust',
] as const satisfies readonly ScalarField[];
export type TextField = (typeof textFields)[number];

const everyText = <T>(make: () => T): Readonly<Record<TextField, T>> =>
  Object.fromEntries(textFields.map((field) => [field, make()])) as Record<TextField, T>;

/** Words as numbers from 1; 0 is null. */
class Dictionary {
  private readonly codes = new Map<string, number>();

  codeOf(text: string | null): number {
    if (text === null) return 0;
    const known = this.codes.get(text);
    if (known !== undefined) return known;
    const code = this.codes.size + 1;
    this.codes.set(text, code);
    return code;
  }

  /** Undefined when no row ever had this word. */
  known(text: string): number | undefined {
    return this.codes.get(text);
  }

  get size(): number {
    return this.codes.size + 1;
  }
}

const absentInstant = Number.NaN;

/**
 * What conditions and orders name, a column each, a row being one slot of all. Slots are never used twice: a changed
 * row gets a new one and the old one dies.
 */
export class Columns {
  readonly words = new Dictionary();
  readonly text: Readonly<Record<TextField, Growing<Int32Array>>> = everyText(ints);
  /** How many living rows have each word: what a condition is worth asking first. */
  readonly frequency: Readonly<Record<TextField, Growing<Int32Array>>> = everyText(ints);
  readonly rank = floats();
  readonly portable = bytes();
  readonly imported = bytes();
  readonly importance = floats();
  readonly instants: Readonly<Record<InstantField, Growing<Float64Array>>> = {
    observed_at: floats(),
    expires_at: floats(),
    superseded_at: floats(),
  };
  /** Most rows have one subject; the others of the rest stand in `moreSubjects`. */
  readonly firstSubject = ints();
  readonly moreSubjects = new Map<number, readonly number[]>();
  readonly subjectFrequency = ints();
  readonly metadata = new Map<number, Readonly<Record<string, unknown>>>();
  readonly length = ints();
  readonly alive = bytes();
  readonly ids: string[] = [];
  readonly slotOf = new Map<string, number>();

  get slots(): number {
    return this.ids.length;
  }

  add(row: IndexRow): number {
    const slot = this.ids.length;
    this.ids.push(row.memory_id);
    this.slotOf.set(row.memory_id, slot);
    this.alive.set(slot, 1);
    for (const field of textFields) {
      const code = this.words.codeOf(row[field]);
      this.text[field].set(slot, code);
      this.count(this.frequency[field], code, 1);
    }
    this.rank.set(slot, row.sensitivity_rank ?? Number.NaN);
    this.portable.set(slot, row.portable ? 1 : 0);
    this.imported.set(slot, row.imported ? 1 : 0);
    this.importance.set(slot, row.importance ?? 0);
    this.instants.observed_at.set(slot, row.observed_at);
    this.instants.expires_at.set(slot, row.expires_at ?? absentInstant);
    this.instants.superseded_at.set(slot, row.superseded_at ?? absentInstant);
    this.length.set(slot, row.doc_length);
    const [first = 0, ...more] = row.subject_entity_ids.map((subject) => this.words.codeOf(subject));
    this.firstSubject.set(slot, first);
    if (more.length > 0) this.moreSubjects.set(slot, more);
    for (const subject of [first, ...more]) this.count(this.subjectFrequency, subject, 1);
    if (Object.keys(row.metadata).length > 0) this.metadata.set(slot, row.metadata);
    return slot;
  }

  kill(slot: number): void {
    this.alive.set(slot, 0);
    const id = this.ids[slot];
    if (id !== undefined && this.slotOf.get(id) === slot) this.slotOf.delete(id);
    for (const field of textFields) this.count(this.frequency[field], this.text[field].values[slot] ?? 0, -1);
    for (const subject of [this.firstSubject.values[slot] ?? 0, ...(this.moreSubjects.get(slot) ?? [])])
      this.count(this.subjectFrequency, subject, -1);
    this.moreSubjects.delete(slot);
    this.metadata.delete(slot);
  }

  private count(counts: Growing<Int32Array>, code: number, by: number): void {
    counts.set(code, (counts.values[code] ?? 0) + by);
  }
}
