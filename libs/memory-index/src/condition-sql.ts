import type { SqlParameter } from '#database';
import type { Condition, MetadataTest, Plan, Scalar, ScalarField } from '#policy';

/** Values of one statement; each is handed to the engine apart from the text. */
export class Parameters {
  readonly values: SqlParameter[] = [];

  /** The same list is sent once. Equal words are not merged: the text of a statement must not depend on values. */
  add(value: SqlParameter, type: string): string {
    const known = typeof value === 'object' && value !== null ? this.values.indexOf(value) : -1;
    if (known < 0) this.values.push(value);
    return `$${known < 0 ? this.values.length : known + 1}::${type}`;
  }
}

const only = <T>(values: readonly T[], keeps: (value: T) => boolean): readonly T[] =>
  values.every(keeps) ? values : values.filter(keeps);

const columnTypes = {
  tenant_id: 'text',
  agent_id: 'text',
  kind: 'text',
  memory_id: 'text',
  status: 'text',
  visibility_scope: 'text',
  sensitivity_rank: 'float8',
  disclosure: 'text',
  portable: 'boolean',
  imported: 'boolean',
  source_id: 'text',
  source_type: 'text',
  source_access: 'text',
  source_history: 'text',
  told_in: 'text',
  heard_in: 'text',
  workspace_id: 'text',
  speaker_entity_id: 'text',
  owner_entity_id: 'text',
  conversation_id: 'text',
  memory_type: 'text',
  trust: 'text',
} as const satisfies Record<ScalarField, 'text' | 'float8' | 'boolean'>;

const jsType = { text: 'string', float8: 'number', boolean: 'boolean' } as const;

/** Postgres keeps no NUL and no half of a surrogate pair, so no stored text has them. */
export const isStorable = (text: string): boolean =>
  !text.includes('\0') && Buffer.from(text).toString() === text;

const everyRow = 'true';
const noRow = 'false';

/**
 * The SQL of a condition over `memory_index`, the meaning being that of `evaluate`.
 *
 * INVARIANT: negation is pushed down to the leaves, where a leaf becomes `… is not true`. Above the leaves stand only
 * AND and OR, under which SQL's null acts as false, so three-valued logic never shows; and a positive leaf stays bare,
 * so that an index can serve it.
 */
const conditionSql = (condition: Condition, parameters: Parameters, negated = false): string => {
  switch (condition.kind) {
    case 'not':
      return conditionSql(condition.of, parameters, !negated);
    case 'all':
    case 'any': {
      const joiner = (condition.kind === 'all') === negated ? ' or ' : ' and ';
      const parts = condition.of.map((part) => conditionSql(part, parameters, negated));
      if (parts.length === 0) return joiner === ' and ' ? everyRow : noRow;
      return `(${parts.join(joiner)})`;
    }
    case 'in':
    case 'has-part':
    case 'absent':
    case 'subjects-overlap':
    case 'subjects-within':
    case 'withheld-overlap':
    case 'withheld':
    case 'instant':
    case 'metadata': {
      const leaf = leafSql(condition, parameters);
      return negated ? `((${leaf}) is not true)` : leaf;
    }
  }
};

/** The rows that a plan admits, or null when it admits none. */
export const planSql = (plan: Plan, parameters: Parameters): string | null => {
  if (plan === 'nothing') return null;
  return plan === 'everything' ? everyRow : conditionSql(plan, parameters);
};

type Leaf = Exclude<Condition, { readonly kind: 'all' | 'any' | 'not' }>;

const leafSql = (leaf: Leaf, parameters: Parameters): string => {
  switch (leaf.kind) {
    case 'in':
      return inSql(leaf.field, leaf.values, parameters);
    case 'has-part':
      return isStorable(leaf.part)
        ? `strpos(${leaf.field}, ${parameters.add(leaf.part, 'text')}) > 0`
        : noRow;
    case 'absent':
      return `${leaf.field} is null`;
    case 'subjects-overlap':
      return `subject_entity_ids && ${parameters.add(only(leaf.values, isStorable), 'text[]')}`;
    case 'subjects-within':
      return `(subject_entity_ids <> '{}' and subject_entity_ids <@ ${parameters.add(only(leaf.values, isStorable), 'text[]')})`;
    case 'withheld':
      return `withheld_from_ids <> '{}'`;
    case 'withheld-overlap':
      return `withheld_from_ids && ${parameters.add(only(leaf.values, isStorable), 'text[]')}`;
    case 'instant': {
      const at = leaf.at.getTime();
      if (Number.isNaN(at)) return noRow;
      return `${leaf.field} ${leaf.is === 'before' ? '<' : '>='} ${parameters.add(at, 'bigint')}`;
    }
    case 'metadata':
      return metadataSql(leaf.key, leaf.test, parameters);
  }
};

/** Those of these values that a row can have in this field: of its type, and storable. */
export const comparableWith = (field: ScalarField, values: readonly Scalar[]): readonly Scalar[] =>
  only(
    values,
    (value) =>
      typeof value === jsType[columnTypes[field]] && (typeof value !== 'string' || isStorable(value)),
  );

const inSql = (field: ScalarField, values: readonly Scalar[], parameters: Parameters): string => {
  const type = columnTypes[field];
  const comparable = comparableWith(field, values);
  const [first, ...rest] = comparable;
  if (first === undefined) return noRow;
  return rest.length === 0
    ? `${field} = ${parameters.add(first, type)}`
    : `${field} = any(${parameters.add(comparable, `${type}[]`)})`;
};

const jsonOf = (value: Scalar): string => JSON.stringify(value);
const isExpressible = (value: Scalar): boolean =>
  typeof value === 'string' ? isStorable(value) : typeof value !== 'number' || Number.isFinite(value);

const metadataSql = (key: string, test: MetadataTest, parameters: Parameters): string => {
  if (!isStorable(key)) return noRow;
  const json = `(metadata -> ${parameters.add(key, 'text')})`;
  switch (test.is) {
    case 'eq':
      return isExpressible(test.value) ? `${json} = ${parameters.add(jsonOf(test.value), 'jsonb')}` : noRow;
    case 'contains':
      return isExpressible(test.value) ? containsSql(json, test.value, parameters) : noRow;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return orderSql(json, test, parameters);
  }
};

const containsSql = (json: string, value: Scalar, parameters: Parameters): string => {
  const holds = `(jsonb_typeof(${json}) = 'array' and ${json} @> ${parameters.add(jsonOf(value), 'jsonb')})`;
  if (typeof value !== 'string') return holds;
  return `(${holds} or (jsonb_typeof(${json}) = 'string' and strpos(${json} #>> '{}', ${parameters.add(value, 'text')}) > 0))`;
};

/** JavaScript orders strings by UTF-16 units, where an astral character stands before U+E000; Postgres by code points. */
const astralFirst = (text: string): string => text.replace(/[\uE000-\uFFFF]/gu, '\u{10FFFF}$&');
const astralFirstSql = (text: string): string =>
  `regexp_replace(${text}, '([\uE000-\uFFFF])', '\u{10FFFF}\\1', 'g')`;

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

const orderSql = (
  json: string,
  test: Extract<MetadataTest, { readonly is: 'gt' | 'gte' | 'lt' | 'lte' }>,
  parameters: Parameters,
): string => {
  const operator = operators[test.is];
  // A case, not an AND: the cast must never see a value of another type.
  if (typeof test.value === 'number') {
    if (Number.isNaN(test.value)) return noRow;
    return `(case when jsonb_typeof(${json}) = 'number' then (${json} #>> '{}')::float8 ${operator} ${parameters.add(test.value, 'float8')} end)`;
  }
  if (!isStorable(test.value)) return noRow;
  const value = parameters.add(astralFirst(test.value), 'text');
  return `(case when jsonb_typeof(${json}) = 'string' then ${astralFirstSql(`(${json} #>> '{}')`)} collate "C" ${operator} ${value} collate "C" end)`;
};
