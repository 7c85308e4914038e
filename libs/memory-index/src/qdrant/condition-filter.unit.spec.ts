import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  allOf,
  anyOf,
  hasPart,
  isAbout,
  isAboutOnly,
  isAbsent,
  isAtOrAfter,
  isBefore,
  isIn,
  isWithheld,
  isWithheldFrom,
  evaluate,
  not,
  type Condition,
  type Plan,
} from '#policy';
import { proofCases } from '#testing';
import { givenRows } from '../index-rows.js';
import { conditions, hostileEntries } from '../testing/arbitraries.js';
import { conditionRow, entry } from '../testing/entries.js';
import { fieldsAskedBy, planFilter, type KnownValues } from './condition-filter.js';
import { countOf, payloadOf, pointIdOf, saturated } from './points.js';
import { meets } from './testing/filter-meaning.js';

const at = new Date('2026-05-01T12:00:00Z');
const metadata = (test: Extract<Condition, { readonly kind: 'metadata' }>['test'], key = 'k'): Condition => ({
  kind: 'metadata',
  key,
  test,
});
const known: KnownValues = {
  conversation_id: ['trip to Lund', 'garden', 'TRIP'],
  noted: ['["k","boat trip"]', '["k",3]', '["k",12]', '["other","boat trip"]', '["k",true]'],
};

/** Each of them stands in `golden/filters.json` under its name. */
const plans: Readonly<Record<string, Plan>> = {
  nothing: 'nothing',
  everything: 'everything',
  'one value': isIn('tenant_id', ['t']),
  'several values': isIn('status', ['active', 'disputed']),
  'numbers and flags': allOf(isIn('sensitivity_rank', [0, 1.5]), isIn('portable', [true])),
  'values of another type': isIn('sensitivity_rank', ['0']),
  'no value that a text can have': isIn('source_id', ['a\0', '\ud83d']),
  absent: isAbsent('expires_at'),
  'not absent': not(isAbsent('expires_at')),
  about: isAbout(['ann', 'bob']),
  'about only': isAboutOnly(['ann', 'bob']),
  'not about only': not(isAboutOnly(['ann'])),
  withheld: isWithheld,
  'not withheld': not(isWithheld),
  'withheld from': isWithheldFrom(['ann']),
  before: isBefore('observed_at', at),
  'at or after, or never': anyOf(isAtOrAfter('expires_at', at), isAbsent('expires_at')),
  'an instant that is none': isBefore('observed_at', new Date(Number.NaN)),
  'a part of a text': hasPart('conversation_id', 'trip'),
  'a part that nobody has': hasPart('conversation_id', '%'),
  'not a part of a text': not(hasPart('conversation_id', 'trip')),
  'metadata equals': metadata({ is: 'eq', value: 'x.y[0]' }, "it's"),
  'metadata contains a text': metadata({ is: 'contains', value: 'trip' }),
  'metadata contains a number': metadata({ is: 'contains', value: 3 }),
  'metadata above': metadata({ is: 'gt', value: 3 }),
  'metadata at most a text': metadata({ is: 'lte', value: 'boat trip' }),
  'any under not': not(anyOf(isIn('kind', ['message']), allOf(isWithheld, isIn('status', ['hidden'])))),
};

const golden = JSON.parse(readFileSync(new URL('golden/filters.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, unknown>
>;

describe('the filter of a plan', () => {
  it('is written down for each kind of condition', () => {
    expect(
      Object.fromEntries(Object.entries(plans).map(([name, plan]) => [name, planFilter(plan, known)])),
    ).toEqual(golden);
  });

  it('asks for the values of a field where Qdrant cannot compare them, and is wider until it knows', () => {
    const plan = allOf(
      isIn('tenant_id', ['t']),
      not(hasPart('conversation_id', 'trip')),
      metadata({ is: 'lt', value: 'm' }),
    );
    expect([...fieldsAskedBy(plan)]).toEqual(['conversation_id', 'noted']);
    expect(planFilter(plan)).toEqual(planFilter(isIn('tenant_id', ['t'])));
    expect([...fieldsAskedBy(allOf(isWithheld, metadata({ is: 'eq', value: 'm' })))]).toEqual([]);
  });

  const rows = givenRows(hostileEntries).map(({ row }) => payloadOf(row));
  const payloads = new Map(rows.map((payload) => [payload.memory_id, payload]));
  const values = (field: string) => [
    ...new Set(rows.flatMap((payload) => (payload[field] ?? []) as string[] | string)),
  ];
  const there: KnownValues = { conversation_id: values('conversation_id'), noted: values('noted') };

  it('means to Qdrant what the condition means to the policy, on hostile rows', () => {
    fc.assert(
      fc.property(conditions, (where) => {
        const filter = planFilter(where, there);
        const found = hostileEntries.filter(
          ({ id }) => filter !== null && meets(filter, payloads.get(id) ?? {}),
        );
        const expected = hostileEntries.filter((row) => evaluate(where, conditionRow(row)));
        expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: proofCases(5_000, 500) },
    );
  });
});

describe('a point', () => {
  it('has a UUID as its id, and keeps the order of short ids', () => {
    const ids = ['', 'a', 'a\0', 'ab', 'b', 'row-1', 'row-10', 'row-9'];
    const points = ids.map(pointIdOf);
    expect([...points].sort()).toEqual(points);
    expect(
      new Set([...points, pointIdOf('row-1 and much more'), pointIdOf('row-1 and much moro')]).size,
    ).toBe(10);
    expect(pointIdOf('2c1b1f0e-0000-4000-8000-00000000000f')).toBe('2c1b1f0e-0000-4000-8000-00000000000f');
  });

  it('says nothing of what its row has not, and names no key of metadata', () => {
    const [given] = givenRows([
      entry('a', { agentId: null, metadata: { 'x.y': [1, null, ['z']], z: null } }),
    ]);
    if (given === undefined) throw new Error('no row');
    const payload = payloadOf(given.row);
    expect(payload).not.toHaveProperty('agent_id');
    expect(payload).not.toHaveProperty('subject_entity_ids');
    expect(payload['noted_in']).toEqual(['["x.y",1]']);
    expect(payload).not.toHaveProperty('noted');
  });

  it('tells by the weight of a word how often it stands there', () => {
    for (const kind of ['fact', 'message'] as const)
      for (const count of [1, 2, 3, 7, 40, 300])
        for (const length of [count, count + 5, count * 9])
          expect(countOf(kind, Math.fround(saturated(kind, count, length)), length)).toBe(count);
  });
});
