import { describe, expect, it } from '@jest/globals';
import {
  allOf,
  anyOf,
  isAbout,
  isAboutOnly,
  hasPart,
  isAbsent,
  isAtOrAfter,
  isBefore,
  isIn,
  isWithheld,
  isWithheldFrom,
  not,
  type Condition,
  type Plan,
} from '#policy';
import { isStorable, Parameters, planSql } from './condition-sql.js';

const sqlOf = (plan: Plan): readonly [string | null, readonly unknown[]] => {
  const parameters = new Parameters();
  return [planSql(plan, parameters), parameters.values];
};
const metadata = (test: Extract<Condition, { readonly kind: 'metadata' }>['test'], key = 'k'): Condition => ({
  kind: 'metadata',
  key,
  test,
});
const at = new Date('2026-05-01T12:00:00Z');
const half = '\ud83d';
const json = '(metadata -> $1::text)';

describe('the SQL of a plan', () => {
  it('is none for nothing, and every row for everything', () => {
    expect(sqlOf('nothing')).toEqual([null, []]);
    expect(sqlOf('everything')).toEqual(['true', []]);
  });

  it('looks for a part of a text by letters, and for none that no text can have', () => {
    expect(sqlOf(hasPart('conversation_id', '50%'))).toEqual([
      'strpos(conversation_id, $1::text) > 0',
      ['50%'],
    ]);
    expect(sqlOf(hasPart('conversation_id', `a${half}`))).toEqual(['false', []]);
  });

  it('names each field with the type of its column', () => {
    expect(sqlOf(isIn('tenant_id', ['t']))).toEqual(['tenant_id = $1::text', ['t']]);
    expect(sqlOf(isIn('sensitivity_rank', [0, 1]))).toEqual([
      'sensitivity_rank = any($1::float8[])',
      [[0, 1]],
    ]);
    expect(sqlOf(isIn('portable', [true]))).toEqual(['portable = $1::boolean', [true]]);
    expect(sqlOf(isIn('imported', [false]))).toEqual(['imported = $1::boolean', [false]]);
    const texts = [
      'agent_id',
      'kind',
      'memory_id',
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
    ] as const;
    for (const field of texts) expect(sqlOf(isIn(field, ['x']))).toEqual([`${field} = $1::text`, ['x']]);
  });

  it('leaves out values that no row of the column can have', () => {
    expect(sqlOf(isIn('tenant_id', [1, true]))).toEqual(['false', []]);
    expect(sqlOf(isIn('portable', ['true', true]))).toEqual(['portable = $1::boolean', [true]]);
    expect(sqlOf(isIn('sensitivity_rank', ['1', 2]))).toEqual(['sensitivity_rank = $1::float8', [2]]);
    expect(sqlOf(isIn('source_id', ['a\0', half, 'b']))).toEqual(['source_id = $1::text', ['b']]);
    expect(sqlOf(isAbout(['a', half, 'b\0']))).toEqual(['subject_entity_ids && $1::text[]', [['a']]]);
  });

  it('hands the same list over once, and equal words as often as they are said', () => {
    const ids = isIn('source_id', ['a', 'b']);
    const parameters = new Parameters();
    const list = ['a', 'b'];
    const given = [list, [...list], list, 'a', 'a', null, null, list].map((value) =>
      parameters.add(value, 'text'),
    );
    expect(given).toEqual([1, 2, 1, 3, 4, 5, 6, 1].map((place) => `$${String(place)}::text`));
    expect(sqlOf({ kind: 'any', of: [ids, { kind: 'not', of: ids }] as readonly Condition[] })).toEqual([
      '(source_id = any($1::text[]) or ((source_id = any($1::text[])) is not true))',
      [['a', 'b']],
    ]);
  });

  it('asks whom a row is about, and whom it is kept from, in lists', () => {
    expect(sqlOf(isAbout(['a', 'b']))).toEqual(['subject_entity_ids && $1::text[]', [['a', 'b']]]);
    expect(sqlOf(isWithheldFrom(['a', half, 'b']))).toEqual([
      'withheld_from_ids && $1::text[]',
      [['a', 'b']],
    ]);
    expect(sqlOf(isAboutOnly(['a', half]))).toEqual([
      "(subject_entity_ids <> '{}' and subject_entity_ids <@ $1::text[])",
      [['a']],
    ]);
    expect(sqlOf(isWithheld)).toEqual(["withheld_from_ids <> '{}'", []]);
    expect(sqlOf(not(isWithheldFrom(['a'])))).toEqual([
      '((withheld_from_ids && $1::text[]) is not true)',
      [['a']],
    ]);
  });

  it('joins with and and or, in brackets', () => {
    const [one, two] = [isAbsent('agent_id'), isAbsent('source_id')];
    expect(sqlOf(allOf(one, two))[0]).toBe('(agent_id is null and source_id is null)');
    expect(sqlOf(anyOf(one, two))[0]).toBe('(agent_id is null or source_id is null)');
  });

  it('pushes negation down to the leaves', () => {
    const [one, two] = [isAbsent('agent_id'), isAbsent('source_id')];
    const [no1, no2] = ['((agent_id is null) is not true)', '((source_id is null) is not true)'];
    expect(sqlOf(not(one))[0]).toBe(no1);
    expect(sqlOf(not(allOf(one, two)))[0]).toBe(`(${no1} or ${no2})`);
    expect(sqlOf(not(anyOf(one, two)))[0]).toBe(`(${no1} and ${no2})`);
    expect(sqlOf(not(anyOf(one, not(two))))[0]).toBe(`(${no1} and source_id is null)`);
    expect(sqlOf({ kind: 'not', of: { kind: 'not', of: { kind: 'absent', field: 'agent_id' } } })[0]).toBe(
      'agent_id is null',
    );
  });

  it('knows what an empty joint means, negated or not', () => {
    const empty = (kind: 'all' | 'any'): Condition => ({ kind, of: [] });
    expect([sqlOf(empty('all'))[0], sqlOf(empty('any'))[0]]).toEqual(['true', 'false']);
    expect([sqlOf(not(empty('all')))[0], sqlOf(not(empty('any')))[0]]).toEqual(['false', 'true']);
  });

  it('compares instants in milliseconds, and none with an unreadable one', () => {
    expect(sqlOf(isBefore('observed_at', at))).toEqual(['observed_at < $1::bigint', [at.getTime()]]);
    expect(sqlOf(isAtOrAfter('expires_at', at))).toEqual(['expires_at >= $1::bigint', [at.getTime()]]);
    expect(sqlOf(isBefore('first_observed_at', new Date(Number.NaN)))).toEqual(['false', []]);
    expect(sqlOf(not(isBefore('observed_at', new Date(Number.NaN))))).toEqual(['((false) is not true)', []]);
  });
});

describe('the SQL of a test on metadata', () => {
  it('compares with JSON', () => {
    expect(sqlOf(metadata({ is: 'eq', value: 'v' }))).toEqual([`${json} = $2::jsonb`, ['k', '"v"']]);
    expect(sqlOf(metadata({ is: 'eq', value: -0 }))).toEqual([`${json} = $2::jsonb`, ['k', '0']]);
    expect(sqlOf(metadata({ is: 'eq', value: 0 }))).toEqual([`${json} = $2::jsonb`, ['k', '0']]);
    expect(sqlOf(metadata({ is: 'eq', value: true }))).toEqual([`${json} = $2::jsonb`, ['k', 'true']]);
  });

  it('is false for what JSON or Postgres cannot hold', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, `a\0`, half]) {
      expect(sqlOf(metadata({ is: 'eq', value }))[0]).toBe('false');
      expect(sqlOf(metadata({ is: 'contains', value }))[0]).toBe('false');
    }
    expect(sqlOf(metadata({ is: 'eq', value: 'v' }, 'k\0'))).toEqual(['false', []]);
    expect(sqlOf(metadata({ is: 'gt', value: Number.NaN }))[0]).toBe('false');
    expect(sqlOf(metadata({ is: 'gt', value: half }))[0]).toBe('false');
    expect(sqlOf(metadata({ is: 'gt', value: Number.POSITIVE_INFINITY }))[1]).toEqual([
      'k',
      Number.POSITIVE_INFINITY,
    ]);
  });

  it('finds a member of a list, and of words a part too', () => {
    const isMember = `(jsonb_typeof(${json}) = 'array' and ${json} @> $2::jsonb)`;
    expect(sqlOf(metadata({ is: 'contains', value: 1 }))).toEqual([isMember, ['k', '1']]);
    expect(sqlOf(metadata({ is: 'contains', value: 'v' }))).toEqual([
      `(${isMember} or (jsonb_typeof(${json}) = 'string' and strpos(${json} #>> '{}', $3::text) > 0))`,
      ['k', '"v"', 'v'],
    ]);
  });

  it.each([
    ['gt', '>'],
    ['gte', '>='],
    ['lt', '<'],
    ['lte', '<='],
  ] as const)('orders numbers and words: %s', (is, operator) => {
    expect(sqlOf(metadata({ is, value: 2 }))).toEqual([
      `(case when jsonb_typeof(${json}) = 'number' then (${json} #>> '{}')::float8 ${operator} $2::float8 end)`,
      ['k', 2],
    ]);
    expect(sqlOf(metadata({ is, value: 'b' }))).toEqual([
      `(case when jsonb_typeof(${json}) = 'string' then regexp_replace((${json} #>> '{}'), '([\uE000-\uFFFF])', '\u{10FFFF}\\1', 'g') collate "C" ${operator} $2::text collate "C" end)`,
      ['k', 'b'],
    ]);
  });

  it('orders words by their UTF-16 units', () => {
    expect(sqlOf(metadata({ is: 'lt', value: 'a\uE000b\uFFFFc' }))[1]).toEqual([
      'k',
      'a\u{10FFFF}\uE000b\u{10FFFF}\uFFFFc',
    ]);
    expect(sqlOf(metadata({ is: 'lt', value: 'a\u{1F600}' }))[1]).toEqual(['k', 'a\u{1F600}']);
  });
});

describe('what Postgres can keep', () => {
  it('is text without NUL and without halves of pairs', () => {
    expect(['', 'a', 'é', '\u{1F600}', 'a\0b', half, `${half}a`].map(isStorable)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
