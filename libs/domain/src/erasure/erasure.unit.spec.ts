import { describe, expect, it } from '@jest/globals';
import { givenBy } from '#testing';
import { event, type KithEventData } from '../events.js';
import { derivedId } from '../ids.js';
import {
  evolveErasure,
  finishErasure,
  orderErasure,
  planErasure,
  scanErasure,
  type ErasureEvent,
  type ErasureState,
} from './erasure.js';

const at = new Date(Date.UTC(2026, 0, 1));
const id = (name: string): string => derivedId('erasure', name);
const order = (given: Partial<KithEventData<'ErasureOrdered'>> = {}): KithEventData<'ErasureOrdered'> => ({
  erasureId: id('one'),
  kind: 'both',
  entityIds: [id('bo'), id('bo-elsewhere')],
  sourceIds: [],
  isOwn: false,
  keyId: 'k1',
  at,
  ...given,
});
const ordered = event('ErasureOrdered', order(), at);
const plan = {
  memoryIds: [id('m1')],
  recordIds: [id('r1')],
  namesOf: [id('bo')],
  placesOf: [],
  known: { memories: 1, messages: 0 },
};
const stateOf = (...events: readonly ErasureEvent[]): ErasureState => {
  const state = events.reduce<ErasureState | null>(evolveErasure, null);
  if (!state) throw new Error('nothing was ordered');
  return state;
};
const planned = planErasure(stateOf(ordered), plan, at);
const scanned = scanErasure(stateOf(ordered, ...planned), { scanned: 3, hits: 0 }, at);
const end = { status: 'done', receipt: {}, ownReceipt: {} } as const;

const given = givenBy<ErasureState, ErasureEvent, ErasureEvent>(evolveErasure);

describe('an erasure', () => {
  it.each([
    ['of the same while it runs is the one that runs', order({ erasureId: id('two') }), id('one')],
    [
      'of the same accounts in another order is the same',
      order({ erasureId: id('two'), entityIds: [id('bo-elsewhere'), id('bo')] }),
      id('one'),
    ],
    ['of another kind is another', order({ erasureId: id('two'), kind: 'about' }), id('two')],
    ['of somebody else is another', order({ erasureId: id('two'), entityIds: [id('al')] }), id('two')],
    [
      'by whom it is of is another: they are told otherwise',
      order({ erasureId: id('two'), isOwn: true }),
      id('two'),
    ],
  ])('%s', (_, wanted, expected) => {
    const { erasureId, events } = orderErasure(wanted, [stateOf(ordered)]);
    expect([erasureId, events.length]).toEqual([expected, expected === id('one') ? 0 : 1]);
  });

  it('is planned in parts, of which the last one says so, and once', () => {
    const memoryIds = Array.from({ length: 4_500 }, (_, number) => id(String(number)));
    const events = planErasure(stateOf(ordered), { ...plan, memoryIds }, at);
    expect(events.map((one) => (one.type === 'ErasurePlanned' ? one.data.memoryIds.length : -1))).toEqual([
      2000, 2000, 500, 0, 0,
    ]);
    expect(events.map((one) => one.type === 'ErasurePlanned' && one.data.isLast)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    given(ordered, ...planned)
      .when((state) => (state ? planErasure(state, plan, at) : []))
      .thenNothing();
  });

  it('whose plan was cut short is planned anew', () => {
    const cut = planned.slice(0, -1);
    expect(planErasure(stateOf(ordered, ...cut), plan, at)).toEqual(planned);
  });

  it('is looked through once, after it was planned', () => {
    expect(scanErasure(stateOf(ordered), { scanned: 1, hits: 0 }, at)).toEqual([]);
    expect(scanned.map(({ type }) => type)).toEqual(['ErasureScanned']);
    expect(scanErasure(stateOf(ordered, ...planned, ...scanned), { scanned: 1, hits: 0 }, at)).toEqual([]);
  });

  it('has one receipt', () => {
    const finished = finishErasure(stateOf(ordered, ...planned, ...scanned), end, at);
    expect(finished.map(({ type }) => type)).toEqual(['ErasureFinished']);
    expect(finishErasure(stateOf(ordered, ...planned, ...scanned, ...finished), end, at)).toEqual([]);
  });
});
