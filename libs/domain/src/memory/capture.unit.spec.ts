import { describe, expect, it } from '@jest/globals';
import { IdKey } from '../ids.js';
import {
  captured,
  evidenced,
  forgotten,
  given,
  keptFrom,
  memoryId,
  noon,
  person,
  reworded,
  said,
  statement,
  withdrawn,
} from '../testing/memories.js';
import { captureStatement, isDecidedAlready, restatementId, withheldFromMore } from './capture.js';
import type { CapturedMemory } from './events.js';
import type { MemoryState } from './memory.js';

const capture =
  (made: Partial<CapturedMemory> = {}, isHeldAsSaid = false) =>
  (state: MemoryState | null) =>
    captureStatement({ captured: statement(made), isHeldAsSaid }, state).events;
const outcome = (state: MemoryState | null, made: Partial<CapturedMemory> = {}) =>
  captureStatement({ captured: statement(made), isHeldAsSaid: false }, state).outcome;

describe('a statement', () => {
  it('that nobody made before is a memory', () => {
    given().when(capture()).then({ type: 'MemoryCaptured', data: { memoryId } });
    expect(outcome(null)).toEqual({ memoryId, outcome: 'ADD' });
  });

  it('of nobody knows whom waits', () =>
    expect(outcome(null, { status: 'pending' })).toEqual({
      memoryId,
      outcome: 'PENDING',
      reason: 'ambiguous-subject',
    }));

  it('made later is evidence of the memory that there is', () => {
    given(captured())
      .when(capture({ evidence: said(2, 'm2') }))
      .then({ type: 'MemoryEvidenced', data: { memoryId } });
    expect(outcome(given(captured()).state, { evidence: said(2, 'm2') })).toEqual({
      memoryId,
      outcome: 'NOOP',
      reason: 'duplicate',
    });
  });

  it('made earlier, and heard of later, gives the memory its form', () =>
    given(captured({ evidence: said(3), content: 'Keeps bees here' }))
      .when(capture({ evidence: said(1, 'm0') }))
      .then({ type: 'MemoryCaptured', data: { content: 'Keeps bees' } }));

  it('made earlier gives no form to what a person put into other words', () =>
    given(captured({ evidence: said(3) }), reworded('Keeps wasps', 4))
      .when(capture({ evidence: said(1, 'm0') }))
      .then({ type: 'MemoryEvidenced' }));

  it('read again as it was said adds nothing', () => given(captured()).when(capture({}, true)).thenNothing());

  it('made before it was asked to be forgotten, and heard of after, stays forgotten', () => {
    given(captured(), forgotten(5))
      .when(capture({ evidence: said(2, 'm2') }))
      .thenNothing();
    expect(outcome(given(captured(), forgotten(5)).state)).toMatchObject({
      memoryId: null,
      outcome: 'NOOP',
      reason: 'forgotten-by-a-person',
    });
  });
});

describe('a restatement', () => {
  const idKey = new IdKey(new Uint8Array(32));
  const idOf = (state: MemoryState | null, on: number, content = 'Keeps bees', isSaidNow = false) =>
    restatementId(idKey, statement({ evidence: said(on, 'm9'), content }), state?.memory, isSaidNow);

  it('of what was forgotten before is a memory of its own', () =>
    expect(idOf(given(captured(), forgotten(5)).state, 6)).not.toBeNull());
  it('made before the forgetting is none', () =>
    expect(idOf(given(captured(), forgotten(5)).state, 4)).toBeNull());
  it('by a call comes after all that was decided, at the same instant too', () =>
    expect(idOf(given(captured(), forgotten(5)).state, 5, 'Keeps bees', true)).not.toBeNull());
  it('of what was put into other words since is news', () =>
    expect(idOf(given(captured(), reworded('Keeps wasps', 5)).state, 6)).not.toBeNull());
  it('in the words that it was put into is none', () =>
    expect(idOf(given(captured(), reworded('Keeps wasps', 5)).state, 6, 'keeps wasps!')).toBeNull());
  it('of what stands is none', () => expect(idOf(given(captured()).state, 6)).toBeNull());
});

describe('a memory', () => {
  it('is gone with the last that said it', () =>
    expect(given(captured(), withdrawn('m1', 2)).state).toBeNull());
  it('stays while another says it, since when that one was said', () =>
    expect(given(captured(), evidenced(3, 'm2'), withdrawn('m1', 4)).state?.memory).toMatchObject({
      firstObservedAt: noon(3),
      observedAt: noon(3),
    }));
  it('that was forgotten stays forgotten when nothing says it any more', () =>
    expect(given(captured(), forgotten(2), withdrawn('m1', 3)).state?.memory).toMatchObject({
      status: 'forgotten',
      content: null,
    }));
});

describe('words that a person decided about', () => {
  const decided = { memoryId, start: 4, end: 12 };
  it('give no new memory when they are read otherwise', () =>
    expect(isDecidedAlready(statement(), false, [decided])).toBe(true));
  it('decide nothing about other words of the message', () =>
    expect(isDecidedAlready(statement(), false, [{ memoryId, start: 10, end: 12 }])).toBe(false));
  it('are kept from whom they turn out to be kept from', () =>
    given(captured(), keptFrom(['Tom'], 2))
      .when((state) =>
        state === null
          ? []
          : withheldFromMore(statement({ withheldFromIds: [person('Ute')] }), decided, state, noon(3)),
      )
      .then({
        type: 'MemoryReachChanged',
        data: { withheldFromIds: [person('Tom'), person('Ute')].sort() },
      }));
});
