import type { Schemas } from '@qdrant/js-client-rest';
import { type Condition, evaluate, type MetadataTest, type Plan, type Scalar } from '#policy';
import { comparableWith, isStorable } from '../condition-sql.js';

export type Filter = Schemas['Filter'];
type Clause = Schemas['Condition'];
type Word = 'everything' | 'nothing';

/**
 * Payload fields whose values must be known before some conditions can be said: Qdrant compares no parts of a text, no
 * order of texts, and no floats for certain. Such a condition names those of the known values that meet it.
 */
export type KnownField = 'conversation_id' | 'noted';
export type KnownValues = Readonly<Partial<Record<KnownField, readonly string[]>>>;

/** A value as the payload has it: all are words, so that equality is exact and one kind of index serves them. */
export const wordOf = (value: Scalar): string => String(Object.is(value, -0) ? 0 : value);

/** One value of metadata with its key as one word, so that no key is ever read as a path. */
export const notedWord = (key: string, value: Scalar): string => JSON.stringify([key, value]);

const isMet = (word: string, key: string, test: MetadataTest): boolean => {
  const [of, value] = JSON.parse(word) as readonly [string, Scalar];
  return (
    of === key &&
    evaluate(
      { kind: 'metadata', key, test },
      { scalars: {}, instants: {}, subjectIds: [], withheldFromIds: [], metadata: { [key]: value } },
    )
  );
};

const all = (parts: readonly (Clause | Word)[]): Clause | Word => {
  if (parts.includes('nothing')) return 'nothing';
  const clauses = parts.filter((part): part is Clause => part !== 'everything');
  const [first, ...rest] = clauses;
  if (first === undefined) return 'everything';
  return rest.length === 0 ? first : { must: clauses };
};

const any = (parts: readonly (Clause | Word)[]): Clause | Word => {
  if (parts.includes('everything')) return 'everything';
  const clauses = parts.filter((part): part is Clause => part !== 'nothing');
  const [first, ...rest] = clauses;
  if (first === undefined) return 'nothing';
  return rest.length === 0 ? first : { should: clauses };
};

const negation = (leaf: Clause | Word): Clause | Word => {
  if (leaf === 'nothing') return 'everything';
  if (leaf === 'everything') return 'nothing';
  const [inner, ...others] = 'must_not' in leaf && Array.isArray(leaf.must_not) ? leaf.must_not : [];
  return inner !== undefined && others.length === 0 && Object.keys(leaf).length === 1
    ? inner
    : { must_not: [leaf] };
};

const oneOf = (key: string, words: readonly string[]): Clause | Word => {
  const [first, ...rest] = words;
  if (first === undefined) return 'nothing';
  return { key, match: rest.length === 0 ? { value: first } : { any: [...words] } };
};

type Leaf = Exclude<Condition, { readonly kind: 'all' | 'any' | 'not' }>;

/** The field whose values this leaf has to be told first. */
const askedOf = (leaf: Leaf): KnownField | null => {
  if (leaf.kind === 'has-part') return isStorable(leaf.part) ? 'conversation_id' : null;
  if (leaf.kind !== 'metadata' || !isStorable(leaf.key) || leaf.test.is === 'eq') return null;
  const { is, value } = leaf.test;
  if (typeof value === 'string' && !isStorable(value)) return null;
  return is === 'contains' && typeof value !== 'string' ? null : 'noted';
};

const metadataClause = (key: string, test: MetadataTest, noted: readonly string[]): Clause | Word => {
  if (!isStorable(key) || (typeof test.value === 'string' && !isStorable(test.value))) return 'nothing';
  if (typeof test.value === 'number' && Number.isNaN(test.value)) return 'nothing';
  const isExpressible = typeof test.value !== 'number' || Number.isFinite(test.value);
  if (test.is === 'eq') return isExpressible ? oneOf('noted', [notedWord(key, test.value)]) : 'nothing';
  const met = oneOf(
    'noted',
    noted.filter((word) => isMet(word, key, test)),
  );
  if (test.is !== 'contains') return met;
  return any([isExpressible ? oneOf('noted_in', [notedWord(key, test.value)]) : 'nothing', met]);
};

const leafClause = (leaf: Leaf, known: KnownValues): Clause | Word => {
  switch (leaf.kind) {
    case 'in':
      return oneOf(leaf.field, [...new Set(comparableWith(leaf.field, leaf.values).map(wordOf))]);
    case 'has-part':
      return oneOf(
        leaf.field,
        (known.conversation_id ?? []).filter((text) => isStorable(leaf.part) && text.includes(leaf.part)),
      );
    case 'absent':
      return { is_empty: { key: leaf.field } };
    case 'subjects-overlap':
      return oneOf('subject_entity_ids', leaf.values.filter(isStorable));
    case 'subjects-within': {
      const meant = leaf.values.filter(isStorable);
      return all([
        oneOf('subject_entity_ids', meant),
        { must_not: [{ key: 'subject_entity_ids', match: { except: meant } }] },
      ]);
    }
    case 'withheld':
      return { must_not: [{ is_empty: { key: 'withheld_from_ids' } }] };
    case 'withheld-overlap':
      return oneOf('withheld_from_ids', leaf.values.filter(isStorable));
    case 'instant': {
      const at = leaf.at.getTime();
      if (Number.isNaN(at)) return 'nothing';
      return { key: leaf.field, range: leaf.is === 'before' ? { lt: at } : { gte: at } };
    }
    case 'metadata':
      return metadataClause(leaf.key, leaf.test, known.noted ?? []);
  }
};

/**
 * The clause of a condition, the meaning being that of `evaluate`.
 *
 * INVARIANT: negation is pushed down to the leaves, and a leaf whose field nobody asked for yet is `everything` under
 * either sign: what is wider than meant is only used to ask which values there are.
 */
const clauseOf = (condition: Condition, known: KnownValues, negated: boolean): Clause | Word => {
  switch (condition.kind) {
    case 'not':
      return clauseOf(condition.of, known, !negated);
    case 'all':
    case 'any': {
      const parts = condition.of.map((part) => clauseOf(part, known, negated));
      return (condition.kind === 'all') === negated ? any(parts) : all(parts);
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
      const asked = askedOf(condition);
      if (asked !== null && known[asked] === undefined) return 'everything';
      const leaf = leafClause(condition, known);
      return negated ? negation(leaf) : leaf;
    }
  }
};

/** Rows that were removed stay as bare ids with their positions. */
export const living: Clause = { key: 'removed', match: { value: false } };

/** The rows that a plan admits, or null when it admits none. */
export const planFilter = (plan: Plan, known: KnownValues = {}): Filter | null => {
  if (plan === 'nothing') return null;
  const clause = plan === 'everything' ? plan : clauseOf(plan, known, false);
  if (clause === 'nothing') return null;
  if (clause === 'everything') return { must: [living] };
  const isFlat = 'must' in clause && Array.isArray(clause.must) && Object.keys(clause).length === 1;
  return { must: [living, ...(isFlat ? (clause.must as readonly Clause[]) : [clause])] };
};

/** Which fields' values the plan has to be told. */
export const fieldsAskedBy = (plan: Plan): ReadonlySet<KnownField> => {
  if (typeof plan === 'string') return new Set();
  if (plan.kind === 'not') return fieldsAskedBy(plan.of);
  if (plan.kind === 'all' || plan.kind === 'any')
    return new Set(plan.of.flatMap((part) => [...fieldsAskedBy(part)]));
  const asked = askedOf(plan);
  return new Set(asked === null ? [] : [asked]);
};
