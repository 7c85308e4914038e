import { describe, expect, it } from '@jest/globals';
import { event } from '../events.js';
import { IdKey } from '../ids.js';
import { defaultKnobs } from '../knobs.js';
import { captured, evidenced, memoryId, noon } from '../testing/memories.js';
import { evolve } from './evolve.js';
import type { MemoryEvent } from './memory-event.js';
import type { Memory, MemoryState } from './memory.js';
import { settleTopic } from './settle.js';

const after = (...past: readonly MemoryEvent[]): Memory => {
  const held = past.reduce<MemoryState | null>(
    (state, one) => evolve(state, { ...one, recordedAt: one.occurredAt }),
    null,
  );
  if (held === null) throw new Error('nothing is held');
  return held.memory;
};
const denial = '00000000-0000-4000-8000-00000000d001';
const ended = (on: number): MemoryEvent =>
  event('MemoryEnded', { memoryId, recordId: denial, at: noon(on) }, noon(on));
const withdrawn = event('MemoryEndingWithdrawn', { memoryId, recordId: denial }, noon(9));

describe('a memory that was said not to be so', () => {
  it('stands no more, from when that was said', () =>
    expect(after(captured(), ended(4))).toMatchObject({
      status: 'superseded',
      supersededBy: null,
      supersededAt: noon(4),
      endedIn: denial,
    }));
  it('stands again when that is said no more', () =>
    expect(after(captured(), ended(4), withdrawn)).toMatchObject({ status: 'active', endedIn: null }));
  it('stands again when it is said after that, and not when it was said before', () => {
    expect(after(captured(), ended(4), evidenced(6, 'r6'))).toMatchObject({
      status: 'active',
      endedIn: null,
    });
    expect(after(captured(), ended(4), evidenced(3, 'r3'))).toMatchObject({ status: 'superseded' });
  });
  it('states nothing on its topic, and what goes does not bring it back', () => {
    const memory = { ...after(captured(), ended(4)), topic: 'diet', value: 'vegan' };
    expect(settleTopic([memory], new IdKey(new Uint8Array(32)), defaultKnobs, noon(9))).toEqual([]);
  });
});
