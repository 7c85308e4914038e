import { describe, expect, it } from '@jest/globals';
import type { Filter } from '#contracts';
import { evaluate, type ConditionRow } from '#policy';
import { filterToPlan } from './index.js';

const [bob, carol] = ['0b0b0b0b-0000-4000-8000-000000000001', 'ca401ca4-0000-4000-8000-000000000002'];
const row: ConditionRow = {
  scalars: {
    speaker_entity_id: bob,
    trust: 'hearsay',
    memory_type: 'event',
    visibility_scope: 'source_shared',
  },
  instants: { observed_at: new Date('2026-05-01T12:00:00.000Z') },
  subjectIds: [bob, carol],
  withheldFromIds: [],
  metadata: { stars: 4, tags: ['farm', 'gold'], done: true, city: 'Oslo' },
};
const admits = (filter: Filter): boolean => {
  const read = filterToPlan(filter);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.plan === 'everything' || (read.plan !== 'nothing' && evaluate(read.plan, row));
};
const faultsOf = (filter: unknown): readonly string[] => {
  const read = filterToPlan(filter as Filter);
  return read.ok ? [] : read.errors.map(({ path, message }) => `${path}: ${message}`);
};

describe('a filter', () => {
  it('that is empty admits everything', () =>
    expect(filterToPlan({})).toEqual({ ok: true, plan: 'everything' }));

  it.each<[string, Filter]>([
    ['value', { trust: 'hearsay' }],
    ['eq', { trust: { eq: 'hearsay' } }],
    ['ne', { trust: { ne: 'fact' } }],
    ['ne of an absent field', { conversation_id: { ne: 'c-1' } }],
    ['in', { memory_type: { in: ['task', 'event'] } }],
    ['subject', { subject_entity_id: carol }],
    ['subject in capitals', { subject_entity_id: carol.toUpperCase() }],
    ['subject contains', { subject_entity_id: { contains: bob } }],
    ['several keys', { trust: 'hearsay', memory_type: 'event' }],
    ['several tests', { 'metadata.stars': { gt: 3, lt: 5 } }],
    ['AND', { AND: [{ trust: 'hearsay' }, { memory_type: 'event' }] }],
    ['OR', { OR: [{ trust: 'fact' }, { memory_type: 'event' }] }],
    ['NOT', { NOT: { trust: 'fact' } }],
    ['instant eq', { observed_at: { eq: '2026-05-01T14:00:00+02:00' } }],
    ['instant gte', { observed_at: { gte: '2026-05-01T12:00:00Z' } }],
    ['instant lte', { observed_at: { lte: '2026-05-01T12:00:00Z' } }],
    ['instant in', { observed_at: { in: ['2020-01-01T00:00:00Z', '2026-05-01T12:00:00Z'] } }],
    ['metadata contains', { 'metadata.tags': { contains: 'gold' } }],
    ['metadata boolean', { 'metadata.done': true }],
    ['metadata of words in order', { 'metadata.city': { gte: 'Oslo' } }],
    ['metadata ne of an absent key', { 'metadata.none': { ne: 1 } }],
  ])('admits by %s', (_name, filter) => expect(admits(filter)).toBe(true));

  it.each<[string, Filter]>([
    ['value', { trust: 'fact' }],
    ['an absent field', { conversation_id: 'c-1' }],
    ['ne', { trust: { ne: 'hearsay' } }],
    ['an empty in', { trust: { in: [] } }],
    ['an empty AND', { AND: [] }],
    ['an empty OR', { OR: [] }],
    ['one key of several', { trust: 'hearsay', memory_type: 'task' }],
    ['instant gt', { observed_at: { gt: '2026-05-01T12:00:00Z' } }],
    ['instant lt', { observed_at: { lt: '2026-05-01T12:00:00Z' } }],
    ['metadata of another type', { 'metadata.stars': '4' }],
  ])('denies by %s', (_name, filter) => expect(admits(filter)).toBe(false));

  it.each<[unknown, string]>([
    [{ speaker_entity_id: 7 }, 'filters.speaker_entity_id: must be a UUID'],
    [{ speaker_entity_id: { in: [bob, 'bob'] } }, 'filters.speaker_entity_id.in.1: must be a UUID'],
    [{ AND: [{}, { trust: 'rumour' }] }, 'filters.AND.1.trust: must be one of fact, hearsay, unknown'],
    [
      { observed_at: { gt: '2026-05-01' } },
      'filters.observed_at.gt: must be an ISO instant with an offset, like 2026-05-01T12:00:00Z',
    ],
    [
      { observed_at: { gt: '2026-13-41T00:00:00Z' } },
      'filters.observed_at.gt: must be an ISO instant with an offset, like 2026-05-01T12:00:00Z',
    ],
    [
      { observed_at: 5 },
      'filters.observed_at: must be an ISO instant with an offset, like 2026-05-01T12:00:00Z',
    ],
    [{ trust: { gt: 'fact' } }, 'filters.trust.gt: this field has no order'],
    [{ trust: { contains: 'fact' } }, 'filters.trust.contains: this field is no list and no text'],
    [{ conversation_id: { contains: 7 } }, 'filters.conversation_id.contains: must be a string'],
    [{ conversation_id: true }, 'filters.conversation_id: must be a string'],
    [{ 'metadata.done': { gt: true } }, 'filters.metadata.done.gt: a boolean has no order'],
    [{ trust: {} }, 'filters.trust: names no test'],
    [{ trust: { like: 'f' } }, 'filters.trust.like: is not a known test'],
    [{ colour: 'red' }, 'filters.colour: is not a known filter key'],
    [{ NOT: { OR: {} } }, 'filters.NOT.OR: must be a list of filters'],
    [{ AND: [3] }, 'filters.AND.0: must be a filter'],
    [{ trust: null }, 'filters.trust: must be a value or a test'],
  ])('%j is refused by the path of its fault', (filter, fault) => expect(faultsOf(filter)).toEqual([fault]));

  it.each<[string, Filter, readonly boolean[]]>([
    ['a part of it', { conversation_id: { contains: 'deploy' } }, [true, false]],
    ['the whole of it', { conversation_id: { contains: 'ops/deploy-7' } }, [true, false]],
    ['another case of it', { conversation_id: { contains: 'Deploy' } }, [false, false]],
    ['what is a pattern elsewhere', { conversation_id: { contains: 'dep%' } }, [false, false]],
    ['not a part of it', { NOT: { conversation_id: { contains: 'deploy' } } }, [false, true]],
  ])('finds a conversation by %s', (_name, filter, expected) => {
    const read = filterToPlan(filter);
    const found = (conversation_id: string | null): boolean =>
      read.ok &&
      typeof read.plan !== 'string' &&
      evaluate(read.plan, { ...row, scalars: { conversation_id } });
    expect([found('ops/deploy-7'), found(null)]).toEqual(expected);
  });

  it('lists all its faults', () => {
    expect(faultsOf({ trust: 1, OR: [{ source_id: 'x' }] })).toHaveLength(2);
  });
});
