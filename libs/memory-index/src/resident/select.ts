import { type Condition, evaluate, type Plan, type Scalar } from '#policy';
import { type Columns, type TextField, textFields } from './columns.js';

/** Slots in ascending order. */
export type Selection = Int32Array;

const nobody: Selection = new Int32Array(0);

const living = (columns: Columns): Selection => {
  const alive = columns.alive.values;
  return gather(columns.slots, (slot) => alive[slot] === 1);
};

const gather = (slots: number, passes: (slot: number) => boolean): Selection => {
  const found = new Int32Array(slots);
  let count = 0;
  for (let slot = 0; slot < slots; slot += 1) if (passes(slot)) found[count++] = slot;
  return found.subarray(0, count);
};

const keep = (from: Selection, passes: (slot: number) => boolean): Selection => {
  const found = new Int32Array(from.length);
  let count = 0;
  for (const slot of from) if (passes(slot)) found[count++] = slot;
  return found.subarray(0, count);
};

/** The living rows that pass. The meaning is that of `evaluate`, a column at a time instead of a row at a time. */
export const select = (plan: Plan, columns: Columns): Selection => {
  if (plan === 'nothing') return nobody;
  if (plan === 'everything') return living(columns);
  // The first pass runs over all slots, so it is that of the part which leaves the fewest.
  const parts = flatParts(plan)
    .map((part) => ({ part, rows: estimate(part, columns) }))
    .sort((a, b) => a.rows - b.rows);
  const [first, ...rest] = parts;
  if (first === undefined) return living(columns);
  const start = startOf(first.part, columns);
  return rest.reduce<Selection>((left, { part }) => narrow(part, left, columns), start);
};

const flatParts = (condition: Condition): readonly Condition[] =>
  condition.kind === 'all' ? condition.of.flatMap(flatParts) : [condition];

const isText = (field: string): field is TextField => (textFields as readonly string[]).includes(field);

/** How many rows are likely to pass; exact for one word of a column. */
const estimate = (condition: Condition, columns: Columns): number => {
  if (condition.kind === 'subjects-overlap')
    return worth(condition.values, columns.subjectFrequency.values, columns);
  if (condition.kind !== 'in') return columns.slots;
  if (condition.field === 'memory_id') return condition.values.length;
  if (!isText(condition.field)) return columns.slots;
  return worth(condition.values, columns.frequency[condition.field].values, columns);
};

const worth = (values: readonly Scalar[], frequency: Int32Array, columns: Columns): number => {
  let rows = 0;
  for (const value of values) {
    const code = typeof value === 'string' ? columns.words.known(value) : undefined;
    if (code !== undefined) rows += frequency[code] ?? 0;
  }
  return rows;
};

const startOf = (condition: Condition, columns: Columns): Selection => {
  if (condition.kind === 'in' && condition.field === 'memory_id') {
    const slots = condition.values.flatMap((id) => columns.slotOf.get(id as string) ?? []);
    return Int32Array.from(new Set(slots)).sort();
  }
  const alive = columns.alive.values;
  const test = testOf(condition, columns);
  return test === null
    ? narrow(condition, living(columns), columns)
    : gather(columns.slots, (slot) => alive[slot] === 1 && test(slot));
};

const narrow = (condition: Condition, from: Selection, columns: Columns): Selection => {
  if (from.length === 0) return from;
  const test = testOf(condition, columns);
  if (test !== null) return keep(from, test);
  switch (condition.kind) {
    case 'all':
      return condition.of.reduce<Selection>((left, part) => narrow(part, left, columns), from);
    case 'any':
      return union(condition.of, from, columns);
    case 'not':
      return without(from, narrow(condition.of, from, columns));
    case 'in':
    case 'absent':
    case 'subjects-overlap':
    case 'instant':
    case 'metadata':
      throw new Error('a leaf has a test');
  }
};

const union = (parts: readonly Condition[], from: Selection, columns: Columns): Selection => {
  let open = from;
  for (const part of parts) open = without(open, narrow(part, open, columns));
  return without(from, open);
};

/** Both ascending, `gone` within `from`. */
const without = (from: Selection, gone: Selection): Selection => {
  if (gone.length === 0) return from;
  const left = new Int32Array(from.length - gone.length);
  let next = 0;
  let count = 0;
  for (const slot of from) {
    if (gone[next] === slot) next += 1;
    else left[count++] = slot;
  }
  return left;
};

type Test = (slot: number) => boolean;
const never: Test = () => false;

/** A leaf as a test of one slot; null for what is made of parts. */
const testOf = (condition: Condition, columns: Columns): Test | null => {
  switch (condition.kind) {
    case 'in':
      return inTest(condition, columns);
    case 'absent': {
      const { field } = condition;
      if (isText(field)) {
        const codes = columns.text[field].values;
        return (slot) => codes[slot] === 0;
      }
      if (field === 'observed_at' || field === 'expires_at' || field === 'superseded_at') {
        const at = columns.instants[field].values;
        return (slot) => Number.isNaN(at[slot]);
      }
      return never;
    }
    case 'subjects-overlap':
      return subjectsTest(condition.values, columns);
    case 'instant': {
      const values = columns.instants[condition.field].values;
      const at = condition.at.getTime();
      // NaN, an absent instant, is neither before nor after anything.
      return condition.is === 'before'
        ? (slot) => (values[slot] ?? at) < at
        : (slot) => (values[slot] ?? at) >= at;
    }
    case 'metadata': {
      const noted = columns.metadata;
      const row = { scalars: {}, instants: {}, subjectIds: [] };
      const none = {};
      return (slot) => evaluate(condition, { ...row, metadata: noted.get(slot) ?? none });
    }
    case 'all':
    case 'any':
    case 'not':
      return null;
  }
};

const oneOf = (codes: Int32Array, values: readonly Scalar[], columns: Columns): Test => {
  const wanted = values.flatMap((value) =>
    typeof value === 'string' ? (columns.words.known(value) ?? []) : [],
  );
  const [one, ...more] = wanted;
  if (one === undefined) return never;
  if (more.length === 0) return (slot) => codes[slot] === one;
  const flags = new Uint8Array(columns.words.size);
  for (const code of wanted) flags[code] = 1;
  return (slot) => flags[codes[slot] ?? 0] === 1;
};

const inTest = ({ field, values }: Extract<Condition, { readonly kind: 'in' }>, columns: Columns): Test => {
  if (isText(field)) return oneOf(columns.text[field].values, values, columns);
  switch (field) {
    case 'memory_id': {
      const slots = new Set(values.flatMap((id) => columns.slotOf.get(id as string) ?? []));
      return (slot) => slots.has(slot);
    }
    case 'sensitivity_rank': {
      const ranks = columns.rank.values;
      return (slot) => values.includes(ranks[slot] ?? Number.NaN);
    }
    case 'portable':
    case 'imported': {
      const flags = columns[field].values;
      return (slot) => values.includes(flags[slot] === 1);
    }
  }
};

const subjectsTest = (values: readonly string[], columns: Columns): Test => {
  const first = columns.firstSubject.values;
  const firstPasses = oneOf(first, values, columns);
  const { moreSubjects } = columns;
  if (moreSubjects.size === 0) return firstPasses;
  const wanted = new Set(values.flatMap((value) => columns.words.known(value) ?? []));
  return (slot) => firstPasses(slot) || (moreSubjects.get(slot)?.some((code) => wanted.has(code)) ?? false);
};
