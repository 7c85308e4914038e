import { filterFields, type Filter } from '#contracts';
import { memoryTypes, trusts, visibilityScopes, type FieldError } from '#domain';
import {
  allOf,
  anyOf,
  hasPart,
  isAbout,
  isIn,
  not,
  type MetadataTest,
  type Plan,
  type Scalar,
} from '#policy';

export type FilterPlan =
  { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly errors: readonly FieldError[] };

type FieldName = (typeof filterFields)[number];
const orders = ['gt', 'gte', 'lt', 'lte'] as const;
type Order = (typeof orders)[number];
const operators = ['eq', 'ne', 'in', 'contains', ...orders] as const;
type Operator = (typeof operators)[number];

/** A test on one field, read so far; faults are gathered and never stop the reading. */
class Faults {
  readonly errors: FieldError[] = [];
  at(path: string, message: string): Plan {
    this.errors.push({ path, message });
    return 'nothing';
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/u;

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value));

type Checked = { readonly value: string } | { readonly fault: string };
const fault = (message: string): Checked => ({ fault: message });
const word =
  (words: readonly string[]) =>
  (value: unknown): Checked =>
    typeof value === 'string' && words.includes(value)
      ? { value }
      : fault(`must be one of ${words.join(', ')}`);
const id = (value: unknown): Checked =>
  typeof value === 'string' && uuid.test(value) ? { value: value.toLowerCase() } : fault('must be a UUID');
const text = (value: unknown): Checked => (typeof value === 'string' ? { value } : fault('must be a string'));

const checkOf: Readonly<Record<Exclude<FieldName, 'observed_at'>, (value: unknown) => Checked>> = {
  speaker_entity_id: id,
  subject_entity_id: id,
  source_id: id,
  conversation_id: text,
  memory_type: word(memoryTypes),
  visibility_scope: word(visibilityScopes),
  trust: word(trusts),
};

const isOrder = (operator: Operator): operator is Order => (orders as readonly string[]).includes(operator);

const wordTest = (
  field: Exclude<FieldName, 'observed_at'>,
  operator: Operator,
  value: unknown,
  path: string,
  faults: Faults,
): Plan => {
  if (isOrder(operator)) return faults.at(path, 'this field has no order');
  if (operator === 'contains' && field !== 'subject_entity_id' && field !== 'conversation_id')
    return faults.at(path, 'this field is no list and no text');
  const checked = checkOf[field](value);
  if ('fault' in checked) return faults.at(path, checked.fault);
  if (field === 'conversation_id' && operator === 'contains') return hasPart(field, checked.value);
  return field === 'subject_entity_id' ? isAbout([checked.value]) : isIn(field, [checked.value]);
};

const instantTest = (operator: Operator, value: unknown, path: string, faults: Faults): Plan => {
  if (operator === 'contains') return faults.at(path, 'this field is not a list');
  const at = typeof value === 'string' && iso.test(value) ? new Date(value) : null;
  if (at === null || Number.isNaN(at.getTime()))
    return faults.at(path, 'must be an ISO instant with an offset, like 2026-05-01T12:00:00Z');
  const next = new Date(at.getTime() + 1);
  const since = (from: Date): Plan => ({
    kind: 'instant',
    field: 'observed_at',
    is: 'at-or-after',
    at: from,
  });
  const until = (to: Date): Plan => ({ kind: 'instant', field: 'observed_at', is: 'before', at: to });
  if (operator === 'gt') return since(next);
  if (operator === 'gte') return since(at);
  if (operator === 'lt') return until(at);
  if (operator === 'lte') return until(next);
  return allOf(since(at), until(next));
};

const metadataTest = (
  key: string,
  operator: Operator,
  value: unknown,
  path: string,
  faults: Faults,
): Plan => {
  if (!isScalar(value)) return faults.at(path, 'must be a string, a finite number or a boolean');
  const leaf = (test: MetadataTest): Plan => ({ kind: 'metadata', key, test });
  if (!isOrder(operator)) return leaf({ is: operator === 'contains' ? 'contains' : 'eq', value });
  return typeof value === 'boolean'
    ? faults.at(path, 'a boolean has no order')
    : leaf({ is: operator, value });
};

const leafOf = (field: string, operator: Operator, value: unknown, path: string, faults: Faults): Plan => {
  if (field.startsWith('metadata.'))
    return metadataTest(field.slice('metadata.'.length), operator, value, path, faults);
  const known = filterFields.find((name) => name === field);
  if (known === undefined) return faults.at(path, 'is not a known filter key');
  return known === 'observed_at'
    ? instantTest(operator, value, path, faults)
    : wordTest(known, operator, value, path, faults);
};

const testOf = (field: string, operator: Operator, value: unknown, path: string, faults: Faults): Plan => {
  // `ne` is the negation of `eq`, so it is true for a row without the field.
  if (operator === 'ne') return not(leafOf(field, 'eq', value, path, faults));
  if (operator !== 'in') return leafOf(field, operator, value, path, faults);
  if (!Array.isArray(value)) return faults.at(path, 'must be a list');
  return anyOf(
    ...value.map((one: unknown, index) => leafOf(field, 'eq', one, `${path}.${String(index)}`, faults)),
  );
};

const fieldPlan = (field: string, tests: unknown, path: string, faults: Faults): Plan => {
  if (isScalar(tests)) return leafOf(field, 'eq', tests, path, faults);
  if (typeof tests !== 'object' || tests === null || Array.isArray(tests))
    return faults.at(path, 'must be a value or a test');
  const entries = Object.entries(tests as Record<string, unknown>).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return faults.at(path, 'names no test');
  return allOf(
    ...entries.map(([name, value]) => {
      const operator = operators.find((known) => known === name);
      return operator === undefined
        ? faults.at(`${path}.${name}`, 'is not a known test')
        : testOf(field, operator, value, `${path}.${name}`, faults);
    }),
  );
};

const listPlan = (key: 'AND' | 'OR', value: unknown, path: string, faults: Faults): Plan => {
  if (!Array.isArray(value)) return faults.at(path, 'must be a list of filters');
  // An empty list matches nothing, AND included: a list that lost its members must not open the door.
  if (value.length === 0) return 'nothing';
  const parts = value.map((one: unknown, index) => planOf(one, `${path}.${String(index)}`, faults));
  return key === 'AND' ? allOf(...parts) : anyOf(...parts);
};

const planOf = (filter: unknown, path: string, faults: Faults): Plan => {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    return faults.at(path, 'must be a filter');
  return allOf(
    ...Object.entries(filter as Record<string, unknown>).map(([key, value]) => {
      const inner = `${path}.${key}`;
      if (key === 'AND' || key === 'OR') return listPlan(key, value, inner, faults);
      return key === 'NOT' ? not(planOf(value, inner, faults)) : fieldPlan(key, value, inner, faults);
    }),
  );
};

/** The caller's filter as a plan on index rows, or every fault in it, each with its path (`filters.AND.0.trust`). */
export const filterToPlan = (filter: Filter): FilterPlan => {
  const faults = new Faults();
  const plan = planOf(filter, 'filters', faults);
  return faults.errors.length > 0 ? { ok: false, errors: faults.errors } : { ok: true, plan };
};
