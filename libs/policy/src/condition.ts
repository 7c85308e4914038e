/** Fields of an index row that a condition may name; the same spelling in the index's tables and payloads. */
export const scalarFields = [
  'tenant_id',
  'agent_id',
  'kind',
  'memory_id',
  'status',
  'visibility_scope',
  'sensitivity_rank',
  'disclosure',
  'portable',
  'imported',
  'source_id',
  'source_type',
  'source_access',
  'source_history',
  'told_in',
  'heard_in',
  'workspace_id',
  'speaker_entity_id',
  'owner_entity_id',
  'conversation_id',
  'memory_type',
  'trust',
] as const;
export type ScalarField = (typeof scalarFields)[number];

export const instantFields = ['observed_at', 'first_observed_at', 'expires_at', 'superseded_at'] as const;
export type InstantField = (typeof instantFields)[number];

export type Scalar = string | number | boolean;

/**
 * A condition on index rows, in two-valued logic: a comparison with an absent (null) field is false, and `not` of it is
 * true. An adapter that cannot express a leaf may widen it to `everything` after negations are pushed down.
 */
export type Condition =
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'in'; readonly field: ScalarField; readonly values: readonly Scalar[] }
  | { readonly kind: 'has-part'; readonly field: 'conversation_id'; readonly part: string }
  | { readonly kind: 'absent'; readonly field: ScalarField | InstantField }
  | {
      readonly kind: 'subjects-overlap' | 'subjects-within' | 'withheld-overlap';
      readonly values: readonly string[];
    }
  | { readonly kind: 'withheld' }
  | {
      readonly kind: 'instant';
      readonly field: InstantField;
      readonly is: 'before' | 'at-or-after';
      readonly at: Date;
    }
  | { readonly kind: 'metadata'; readonly key: string; readonly test: MetadataTest };

/** A test on one key of metadata: equality with a JSON scalar, order of numbers or strings, membership of a list. */
export type MetadataTest =
  | { readonly is: 'eq' | 'contains'; readonly value: Scalar }
  | { readonly is: 'gt' | 'gte' | 'lt' | 'lte'; readonly value: number | string };

/** What may be read: three words, never an empty object that might mean either. */
export type Plan = 'nothing' | 'everything' | Condition;

/** The row as a condition sees it. Index adapters keep one such row per fact and per message. */
export interface ConditionRow {
  readonly scalars: Readonly<Partial<Record<ScalarField, Scalar | null>>>;
  readonly instants: Readonly<Partial<Record<InstantField, Date | null>>>;
  readonly subjectIds: readonly string[];
  /** Whom it is kept from. */
  readonly withheldFromIds: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

type Joint = 'all' | 'any';

const isCondition = (part: Plan): part is Condition => typeof part !== 'string';

/** Nested joints of the same kind say the same as one flat one. */
const flatten = (kind: Joint, parts: readonly Plan[]): readonly Condition[] =>
  parts.filter(isCondition).flatMap((part) => (part.kind === kind ? part.of : [part]));

/** `any` unites the values of one field, `all` keeps those that every clause names. */
const joinValues = (kind: Joint, a: readonly Scalar[], b: readonly Scalar[]): readonly Scalar[] => {
  if (kind === 'any') return [...a, ...b];
  const both = new Set(b);
  return a.filter((value) => both.has(value));
};

/**
 * Clauses with the same key can be said as one. Lists of ids and nested clauses may be long: they are the same only
 * when they are one object, and never spelled out to be compared.
 */
const keyOf = (kind: Joint, part: Condition): Condition | string => {
  switch (part.kind) {
    case 'in':
      return `in ${part.field}`;
    case 'absent':
      return `absent ${part.field}`;
    case 'instant':
      return `${part.field} ${part.is} ${String(part.at.getTime())}`;
    case 'not':
      return part.of.kind === 'absent' ? `not absent ${part.of.field}` : part;
    case 'subjects-overlap':
    case 'withheld-overlap':
      return kind === 'any' ? part.kind : part;
    case 'withheld':
      return part.kind;
    case 'subjects-within':
    case 'all':
    case 'any':
    case 'has-part':
    case 'metadata':
      return part;
  }
};

const asOne = (kind: Joint, a: Condition, b: Condition): Plan => {
  if (a.kind === 'in' && b.kind === 'in') return isIn(a.field, joinValues(kind, a.values, b.values));
  if (a.kind === 'subjects-overlap' && b.kind === a.kind) return isAbout([...a.values, ...b.values]);
  return a.kind === 'withheld-overlap' && b.kind === a.kind ? isWithheldFrom([...a.values, ...b.values]) : a;
};

const merge = (kind: Joint, parts: readonly Condition[]): readonly Plan[] => {
  const merged = new Map<Condition | string, Plan>();
  for (const part of parts) {
    const key = keyOf(kind, part);
    const earlier = merged.get(key);
    merged.set(
      key,
      earlier === undefined ? part : isCondition(earlier) ? asOne(kind, earlier, part) : earlier,
    );
  }
  return [...merged.values()];
};

const join = (kind: Joint, parts: readonly Plan[]): Plan => {
  const decisive = kind === 'all' ? 'nothing' : 'everything';
  const empty = kind === 'all' ? 'everything' : 'nothing';
  if (parts.includes(decisive)) return decisive;
  const merged = merge(kind, flatten(kind, parts));
  if (merged.includes(decisive)) return decisive;
  const conditions = merged.filter(isCondition);
  const [first, ...rest] = conditions;
  if (first === undefined) return empty;
  return rest.length === 0 ? first : { kind, of: conditions };
};

/** Every part holds; no parts ask for nothing, so everything passes. Never holds an empty or a lone clause. */
export const allOf = (...parts: readonly Plan[]): Plan => join('all', parts);

/** Some part holds; no parts offer nothing, so nothing passes. */
export const anyOf = (...parts: readonly Plan[]): Plan => join('any', parts);

export const not = (part: Plan): Plan => {
  if (part === 'nothing') return 'everything';
  if (part === 'everything') return 'nothing';
  return part.kind === 'not' ? part.of : { kind: 'not', of: part };
};

/** Where this may be read at all. */
export const when = (mayBe: boolean, part: Plan): Plan => (mayBe ? part : 'nothing');

/** A field has one of these values; no values match nothing. */
export const isIn = (field: ScalarField, values: readonly Scalar[]): Plan =>
  values.length === 0 ? 'nothing' : { kind: 'in', field, values: [...new Set(values)] };

/** A text has this part, letter for letter. */
export const hasPart = (field: 'conversation_id', part: string): Plan => ({ kind: 'has-part', field, part });

/** Some subject is one of these; nobody is about nothing. */
export const isAbout = (entityIds: readonly string[]): Plan =>
  entityIds.length === 0 ? 'nothing' : { kind: 'subjects-overlap', values: [...new Set(entityIds)] };

/** Every subject is one of these, and there is one. */
export const isAboutOnly = (entityIds: readonly string[]): Plan =>
  entityIds.length === 0 ? 'nothing' : { kind: 'subjects-within', values: [...new Set(entityIds)] };

/** Kept from one of these; from nobody, nothing is kept. */
export const isWithheldFrom = (entityIds: readonly string[]): Plan =>
  entityIds.length === 0 ? 'nothing' : { kind: 'withheld-overlap', values: [...new Set(entityIds)] };

/** Kept from anybody at all. */
export const isWithheld: Plan = { kind: 'withheld' };

export const isAbsent = (field: ScalarField | InstantField): Plan => ({ kind: 'absent', field });

/** Strictly before; an absent instant is not before anything. */
export const isBefore = (field: InstantField, at: Date): Plan => ({
  kind: 'instant',
  field,
  is: 'before',
  at,
});
export const isAtOrAfter = (field: InstantField, at: Date): Plan => ({
  kind: 'instant',
  field,
  is: 'at-or-after',
  at,
});

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const meets = (value: unknown, test: MetadataTest): boolean => {
  if (test.is === 'eq') return isScalar(value) && value === test.value;
  if (test.is === 'contains')
    return Array.isArray(value)
      ? value.includes(test.value)
      : typeof value === 'string' && typeof test.value === 'string' && value.includes(test.value);
  if (typeof value !== typeof test.value || (typeof value !== 'number' && typeof value !== 'string'))
    return false;
  if (test.is === 'gt') return value > test.value;
  if (test.is === 'gte') return value >= test.value;
  return test.is === 'lt' ? value < test.value : value <= test.value;
};

/** The meaning of a condition; SQL and Qdrant translations are held against it. */
export const evaluate = (condition: Condition, row: ConditionRow): boolean => {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((part) => evaluate(part, row));
    case 'any':
      return condition.of.some((part) => evaluate(part, row));
    case 'not':
      return !evaluate(condition.of, row);
    case 'in': {
      const value = row.scalars[condition.field];
      return value !== null && value !== undefined && condition.values.includes(value);
    }
    case 'has-part': {
      const value = row.scalars[condition.field];
      return typeof value === 'string' && value.includes(condition.part);
    }
    case 'absent':
      return (
        ((row.scalars as Record<string, unknown>)[condition.field] ??
          (row.instants as Record<string, unknown>)[condition.field] ??
          null) === null
      );
    case 'subjects-overlap':
      return row.subjectIds.some((subjectId) => condition.values.includes(subjectId));
    case 'subjects-within':
      return (
        row.subjectIds.length > 0 && row.subjectIds.every((subjectId) => condition.values.includes(subjectId))
      );
    case 'withheld-overlap':
      return row.withheldFromIds.some((entityId) => condition.values.includes(entityId));
    case 'withheld':
      return row.withheldFromIds.length > 0;
    case 'instant': {
      const value = row.instants[condition.field] ?? null;
      if (value === null) return false;
      return condition.is === 'before' ? value < condition.at : value >= condition.at;
    }
    case 'metadata':
      return meets(row.metadata[condition.key], condition.test);
  }
};
