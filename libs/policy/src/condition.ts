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
  'workspace_id',
  'speaker_entity_id',
  'owner_entity_id',
  'conversation_id',
  'memory_type',
  'trust',
] as const;
export type ScalarField = (typeof scalarFields)[number];

export const instantFields = ['observed_at', 'expires_at', 'superseded_at'] as const;
export type InstantField = (typeof instantFields)[number];

export type Scalar = string | number | boolean;

/**
 * A condition on index rows, in three-valued-free logic: a comparison with an absent (null) field is false, and `not`
 * of it is true. An adapter that cannot express a leaf may widen it to `everything` after negations are pushed down.
 */
export type Condition =
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'in'; readonly field: ScalarField; readonly values: readonly Scalar[] }
  | { readonly kind: 'absent'; readonly field: ScalarField | InstantField }
  | { readonly kind: 'subjects-overlap'; readonly values: readonly string[] }
  | { readonly kind: 'instant'; readonly field: InstantField; readonly is: 'before' | 'at-or-after'; readonly at: Date }
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
  readonly metadata: Readonly<Record<string, unknown>>;
}

export const allOf = (...parts: readonly Plan[]): Plan => {
  if (parts.includes('nothing')) return 'nothing';
  const conditions = parts.filter((part): part is Condition => typeof part !== 'string');
  const [first, ...rest] = conditions;
  if (first === undefined) return 'everything';
  return rest.length === 0 ? first : { kind: 'all', of: conditions };
};

export const anyOf = (...parts: readonly Plan[]): Plan => {
  if (parts.includes('everything')) return 'everything';
  const conditions = parts.filter((part): part is Condition => typeof part !== 'string');
  const [first, ...rest] = conditions;
  if (first === undefined) return 'nothing';
  return rest.length === 0 ? first : { kind: 'any', of: conditions };
};

export const not = (part: Plan): Plan => {
  if (part === 'nothing') return 'everything';
  if (part === 'everything') return 'nothing';
  return part.kind === 'not' ? part.of : { kind: 'not', of: part };
};

/** A field has one of these values; no values match nothing. */
export const isIn = (field: ScalarField, values: readonly Scalar[]): Plan =>
  values.length === 0 ? 'nothing' : { kind: 'in', field, values };

export const isAbout = (entityIds: readonly string[]): Plan =>
  entityIds.length === 0 ? 'nothing' : { kind: 'subjects-overlap', values: entityIds };

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const meets = (value: unknown, test: MetadataTest): boolean => {
  if (test.is === 'eq') return isScalar(value) && value === test.value;
  if (test.is === 'contains')
    return Array.isArray(value)
      ? value.includes(test.value)
      : typeof value === 'string' && typeof test.value === 'string' && value.includes(test.value);
  if (typeof value !== typeof test.value || (typeof value !== 'number' && typeof value !== 'string')) return false;
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
    case 'absent':
      return ((row.scalars as Record<string, unknown>)[condition.field] ?? (row.instants as Record<string, unknown>)[condition.field] ?? null) === null;
    case 'subjects-overlap':
      return row.subjectIds.some((subjectId) => condition.values.includes(subjectId));
    case 'instant': {
      const value = row.instants[condition.field] ?? null;
      if (value === null) return false;
      return condition.is === 'before' ? value < condition.at : value >= condition.at;
    }
    case 'metadata':
      return meets(row.metadata[condition.key], condition.test);
  }
};
