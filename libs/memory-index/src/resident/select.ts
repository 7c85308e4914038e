import { type Condition, evaluate, type Plan, type Scalar } from '#policy';
import { addBit, type Bits, intersect, invert, unite } from './bits.js';
import type { Columns } from './columns.js';
import { noRows } from './value-rows.js';

/**
 * The living rows that pass. The meaning is that of `evaluate`, 32 rows at a time: each leaf becomes a set of bits, and
 * all, any and not become and, or and not of words.
 */
export const select = (plan: Plan, columns: Columns): Bits => {
  if (plan === 'nothing') return noRows(columns.slots);
  const rows = plan === 'everything' ? everyRow(columns) : passing(plan, columns);
  // INVARIANT: negation and old values leave rows that died; here they go.
  intersect(rows, columns.alive.values);
  return rows;
};

const everyRow = (columns: Columns): Bits => {
  const rows = noRows(columns.slots);
  invert(rows);
  return rows;
};

const passing = (condition: Condition, columns: Columns): Bits => {
  switch (condition.kind) {
    case 'all': {
      const rows = everyRow(columns);
      for (const part of condition.of) intersect(rows, passing(part, columns));
      return rows;
    }
    case 'any': {
      const rows = noRows(columns.slots);
      for (const part of condition.of) unite(rows, passing(part, columns));
      return rows;
    }
    case 'not': {
      const rows = passing(condition.of, columns);
      invert(rows);
      return rows;
    }
    case 'in':
      return condition.field === 'memory_id'
        ? named(condition.values, columns)
        : withValues(columns.with[condition.field], condition.values, columns);
    case 'subjects-overlap':
      return withValues(columns.about, condition.values, columns);
    case 'absent':
      return without(condition.field, columns);
    case 'instant':
      return inTime(condition, columns);
    case 'metadata':
      return noted(condition, columns);
  }
};

const named = (ids: readonly Scalar[], columns: Columns): Bits => {
  const rows = noRows(columns.slots);
  for (const id of ids) {
    const slot = typeof id === 'string' ? columns.slotOf.get(id) : undefined;
    if (slot !== undefined) addBit(rows, slot);
  }
  return rows;
};

const withValues = (field: Columns['about'], values: readonly Scalar[], columns: Columns): Bits => {
  const rows = noRows(columns.slots);
  for (const value of values) {
    const code = columns.dictionary.known(value);
    if (code !== undefined) field.collect(code, rows);
  }
  return rows;
};

const without = (field: Extract<Condition, { readonly kind: 'absent' }>['field'], columns: Columns): Bits => {
  const rows = noRows(columns.slots);
  if (field === 'memory_id') return rows;
  if (field !== 'observed_at' && field !== 'expires_at' && field !== 'superseded_at') {
    columns.with[field].collect(0, rows);
    return rows;
  }
  const { values } = columns.instants[field];
  for (let slot = 0; slot < columns.slots; slot += 1) if (Number.isNaN(values[slot])) addBit(rows, slot);
  return rows;
};

const inTime = (
  { field, is, at }: Extract<Condition, { readonly kind: 'instant' }>,
  columns: Columns,
): Bits => {
  const rows = noRows(columns.slots);
  const { values } = columns.instants[field];
  const limit = at.getTime();
  const wantsBefore = is === 'before';
  for (let slot = 0; slot < columns.slots; slot += 1) {
    const value = values[slot] ?? Number.NaN;
    if (wantsBefore ? value < limit : value >= limit) addBit(rows, slot);
  }
  return rows;
};

/** The few rows that have metadata, or all when none would pass too. */
const noted = (condition: Extract<Condition, { readonly kind: 'metadata' }>, columns: Columns): Bits => {
  const rows = noRows(columns.slots);
  for (const [slot, metadata] of columns.metadata)
    if (evaluate(condition, { scalars: {}, instants: {}, subjectIds: [], metadata })) addBit(rows, slot);
  return rows;
};
