import type { Schemas } from '@qdrant/js-client-rest';

type Clause = Schemas['Condition'];
type Payload = Readonly<Record<string, unknown>>;
type Match = {
  readonly value?: unknown;
  readonly any?: readonly unknown[];
  readonly except?: readonly unknown[];
};
type Range = { readonly lt?: number; readonly gte?: number; readonly lte?: number; readonly gt?: number };

const valuesAt = (payload: Payload, key: string): readonly unknown[] => {
  const value = payload[key];
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

const matches = (value: unknown, match: Match): boolean => {
  if (match.any !== undefined) return match.any.includes(value);
  return match.except === undefined ? value === match.value : !match.except.includes(value);
};

const isWithin = (value: unknown, range: Range): boolean =>
  typeof value === 'number' &&
  (range.lt === undefined || value < range.lt) &&
  (range.gte === undefined || value >= range.gte);

const listOf = (clauses: unknown): readonly Clause[] | null =>
  clauses === undefined || clauses === null
    ? null
    : ((Array.isArray(clauses) ? clauses : [clauses]) as Clause[]);

/** What Qdrant means by the part of its filter language that is used here, on one payload. */
export const meets = (filter: unknown, payload: Payload): boolean => {
  const clause = filter as Readonly<Record<string, unknown>>;
  if ('is_empty' in clause)
    return valuesAt(payload, (clause['is_empty'] as { key: string }).key).length === 0;
  if ('key' in clause) {
    const values = valuesAt(payload, clause['key'] as string);
    const { match, range } = clause as { readonly match?: Match; readonly range?: Range };
    if (match !== undefined) return values.some((value) => matches(value, match));
    if (range !== undefined) return values.some((value) => isWithin(value, range));
    throw new Error(`a clause of another kind: ${JSON.stringify(clause)}`);
  }
  const unknown = Object.keys(clause).filter((key) => !['must', 'should', 'must_not'].includes(key));
  if (unknown.length > 0) throw new Error(`a clause of another kind: ${unknown.join()}`);
  const [must, should, mustNot] = [clause['must'], clause['should'], clause['must_not']].map(listOf);
  for (const list of [must, should, mustNot])
    if (list?.length === 0) throw new Error('an empty list is no condition to Qdrant');
  return (
    (must ?? []).every((part) => meets(part, payload)) &&
    (!should || should.some((part) => meets(part, payload))) &&
    !(mustNot ?? []).some((part) => meets(part, payload))
  );
};
