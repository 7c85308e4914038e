import {
  type Condition,
  evaluate,
  type InstantField,
  instantFields,
  type Plan,
  type Scalar,
  type ScalarField,
} from '#policy';
import { addBit, type Bits, eachBit, hasBit, intersect, invert, removeBit, unite } from './bits.js';
import type { Columns } from './columns.js';
import { noRows } from './value-rows.js';

/**
 * The living rows that pass. The meaning is that of `evaluate`, 32 rows at a time: each leaf becomes a set of bits, and
 * all, any and not become and, or and not of words.
 */
export const select = (plan: Plan, columns: Columns, cache: ConditionCache): Bits => {
  if (plan === 'nothing') return noRows(columns.slots);
  const rows = plan === 'everything' ? everyRow(columns) : passing(plan, columns, cache);
  // INVARIANT: negation and old values leave rows that died; here they go.
  intersect(rows, columns.alive.values);
  return rows;
};

const everyRow = (columns: Columns): Bits => {
  const rows = noRows(columns.slots);
  invert(rows);
  return rows;
};

/** Lanes of one search share the greater part of their plans, as the same objects. */
export type ConditionCache = Map<Condition, Bits>;

/** A set of the caller's own, to be changed at will. */
const passing = (condition: Condition, columns: Columns, cache: ConditionCache): Bits => {
  const before = cache.get(condition);
  if (before !== undefined) return before.slice();
  const rows = worked(condition, columns, cache);
  cache.set(condition, rows.slice());
  return rows;
};

const worked = (condition: Condition, columns: Columns, cache: ConditionCache): Bits => {
  switch (condition.kind) {
    case 'all': {
      const rows = everyRow(columns);
      for (const part of condition.of) intersect(rows, passing(part, columns, cache));
      return rows;
    }
    case 'any': {
      const rows = noRows(columns.slots);
      for (const part of condition.of) unite(rows, passing(part, columns, cache));
      return rows;
    }
    case 'not': {
      const rows = passing(condition.of, columns, cache);
      invert(rows);
      return rows;
    }
    case 'in':
      return condition.field === 'memory_id'
        ? named(condition.values, columns)
        : withValues(columns.with[condition.field], condition.values, columns);
    case 'has-part':
      return withCodes(columns.with[condition.field], columns.dictionary.withPart(condition.part), columns);
    case 'subjects-overlap':
      return withValues(columns.about, condition.values, columns);
    case 'subjects-within':
      return aboutOnly(condition.values, columns);
    case 'withheld': {
      const rows = noRows(columns.slots);
      unite(rows, columns.kept.values);
      return rows;
    }
    case 'withheld-overlap':
      return withValues(columns.keptFrom, condition.values, columns);
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

const withCodes = (field: Columns['about'], codes: readonly number[], columns: Columns): Bits => {
  const rows = noRows(columns.slots);
  for (const code of codes) field.collect(code, rows);
  return rows;
};

const aboutOnly = (entityIds: readonly string[], columns: Columns): Bits => {
  const rows = withValues(columns.about, entityIds, columns);
  const meant = new Set(entityIds);
  for (const [slot, subjects] of columns.several)
    if (hasBit(rows, slot) && !subjects.every((entityId) => meant.has(entityId))) removeBit(rows, slot);
  return rows;
};

const isInstant = (field: ScalarField | InstantField): field is InstantField =>
  (instantFields as readonly string[]).includes(field);

const without = (field: ScalarField | InstantField, columns: Columns): Bits => {
  const rows = noRows(columns.slots);
  if (field === 'memory_id') return rows;
  if (!isInstant(field)) {
    columns.with[field].collect(0, rows);
    return rows;
  }
  unite(rows, columns.timed[field].values);
  invert(rows);
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
  // Most rows never expire and are never superseded.
  eachBit(columns.timed[field].values, columns.slots, (slot) => {
    const value = values[slot] ?? Number.NaN;
    if (wantsBefore ? value < limit : value >= limit) addBit(rows, slot);
  });
  return rows;
};

/** Only a row with metadata can pass. */
const noted = (condition: Extract<Condition, { readonly kind: 'metadata' }>, columns: Columns): Bits => {
  const rows = noRows(columns.slots);
  for (const [slot, metadata] of columns.metadata)
    if (evaluate(condition, { scalars: {}, instants: {}, subjectIds: [], withheldFromIds: [], metadata }))
      addBit(rows, slot);
  return rows;
};
