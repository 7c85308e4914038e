import { describe, expect, it } from '@jest/globals';
import {
  captured,
  evidenced,
  said,
  forgotten,
  memoryId,
  noon,
  person,
  reworded,
} from '../testing/memories.js';
import { event } from '../events.js';
import { archiveMemory, endedBy, expireMemory } from './retire.js';
import { evolve } from './evolve.js';
import type { MemoryEvent } from './memory-event.js';
import type { Memory, MemoryState } from './memory.js';

type Past = MemoryEvent & { readonly recordedAt: Date };

const after = (...past: readonly Past[]): Memory => {
  const state = past.reduce<MemoryState | null>((held, one) => evolve(held, one), null);
  if (state === null) throw new Error('nothing is held');
  return state.memory;
};
const recorded = (one: MemoryEvent): Past => ({ ...one, recordedAt: one.occurredAt });

const task = (on = 1) => captured({ memoryType: 'task', evidence: said(on) });
const expired = (on: number) =>
  recorded(event('MemoryExpired', { memoryId, reason: 'ephemeral_decay', expiredAt: noon(15) }, noon(on)));
const archived = (on: number, reason: 'ephemeral_decay' | 'superseded' | 'max_entries' = 'max_entries') =>
  recorded(event('MemoryArchived', { memoryId, reason }, noon(on)));
const superseded = (on: number) =>
  recorded(event('MemorySuperseded', { memoryId, by: person('other'), at: noon(on) }, noon(on)));
const restored = (on: number) => recorded(event('MemoryRestored', { memoryId }, noon(on)));

describe('what was of the moment', () => {
  it('is over at its time, and says why', () => {
    expect(expireMemory(after(task()), noon(15))).toMatchObject([
      { type: 'MemoryExpired', data: { reason: 'ephemeral_decay', expiredAt: noon(15) } },
    ]);
  });
  it('is not over before', () => expect(expireMemory(after(task()), noon(14))).toEqual([]));
  it('ends once', () => expect(expireMemory(after(task(), expired(16)), noon(20))).toEqual([]));
  it('never ends where it is of the person', () =>
    expect(expireMemory(after(captured()), new Date(Date.UTC(2030, 1)))).toEqual([]));
  it('stands again when it is said again', () =>
    expect(after(task(), expired(16), evidenced(20, 'm2')).status).toBe('active'));
  it('stays over when what comes late was said before', () =>
    expect(after(task(3), expired(18), evidenced(2, 'm0')).status).toBe('expired'));
  it('stays over when an earlier statement gives it its form', () =>
    expect(after(task(3), expired(18), task(1)).status).toBe('expired'));
});

describe('what is put away', () => {
  it.each([
    ['superseded', [captured(), superseded(2)], 'superseded'],
    ['expired', [task(), expired(16)], 'ephemeral_decay'],
    ['over, though nobody has said so', [task()], 'ephemeral_decay'],
    ['told still', [captured()], null],
    ['forgotten', [captured(), forgotten(2)], null],
    ['waiting for a decision', [captured({ status: 'pending' })], null],
    ['decided about by a person', [captured(), reworded('Keeps wasps', 2), superseded(3)], null],
    ['put away before', [captured(), superseded(2), archived(3, 'superseded')], null],
  ] as const)('is asked for a reason where it is %s', (_, past, reason) =>
    expect(endedBy(after(...past), noon(20))).toBe(reason),
  );

  it('goes for want of room only while it is told', () => {
    expect(archiveMemory(after(captured()), 'max_entries', noon(2))).toHaveLength(1);
    for (const past of [[task()], [captured(), superseded(2)], [captured(), reworded('Keeps wasps', 2)]])
      expect(archiveMemory(after(...past), 'max_entries', noon(20))).toEqual([]);
  });
  it('goes for no reason but the one that holds by then', () =>
    expect(archiveMemory(after(captured(), superseded(2), restored(3)), 'superseded', noon(4))).toEqual([]));
  it('stands again when it is said again', () =>
    expect(after(captured(), archived(2), evidenced(3, 'm2')).status).toBe('active'));
  it('stays replaced when it is said again and something replaces it', () =>
    expect(after(captured(), superseded(2), archived(3, 'superseded'), evidenced(4, 'm2')).status).toBe(
      'superseded',
    ));
  it('stays put away when it is replaced, and stands again when nothing replaces it any more', () => {
    expect(after(captured(), archived(2), superseded(3)).status).toBe('archived');
    expect(after(captured(), superseded(2), archived(3, 'superseded'), restored(4)).status).toBe('active');
  });
  it('is forgotten like anything else', () =>
    expect(after(captured(), archived(2), forgotten(3))).toMatchObject({
      status: 'forgotten',
      content: null,
    }));
});
