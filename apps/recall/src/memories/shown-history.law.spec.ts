import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { derivedId, event, type KithEvent } from '#domain';
import { shownData, shownEvents } from './shown-history.js';

const idOf = (name: string): string => derivedId('default', name);
const memoryId = idOf('the memory');
const [heard, hidden] = [['ferry', 'kayak', 'raft'].map(idOf), ['safe', 'vault', 'crypt'].map(idOf)];
const others = [...heard, ...hidden];
const may = (id: string): boolean => heard.includes(id);
const when = new Date('2026-03-01T12:00:00Z');

const superseded = (by: string): KithEvent => event('MemorySuperseded', { memoryId, by, at: when }, when);
const restored = event('MemoryRestored', { memoryId }, when);
const contradicted = (ids: readonly string[]): KithEvent =>
  event('MemoryConflictsFound', { memoryId, with: [...ids] }, when);

/** What others did to a memory, as a log tells it: it stands again only after it was replaced. */
type Step = { readonly by: string; readonly isUndone: boolean } | { readonly with: readonly string[] };
const history: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc.oneof(
      fc.record({ by: fc.constantFrom(...others), isUndone: fc.constant(true) }),
      fc.record({ with: fc.subarray(others) }),
    ),
    { maxLength: 12 },
  )
  .chain((steps) =>
    fc
      .option(fc.record({ by: fc.constantFrom(...others), isUndone: fc.constant(false) }))
      .map((last): readonly Step[] => (last === null ? steps : [...steps, last])),
  );

const eventsOf = (steps: readonly Step[]): readonly KithEvent[] =>
  steps.flatMap((step) =>
    'by' in step ? [superseded(step.by), ...(step.isUndone ? [restored] : [])] : [contradicted(step.with)],
  );
const sameWith = (one: Step | undefined, other: Step): boolean =>
  one !== undefined && 'with' in one && 'with' in other && one.with.join() === other.with.join();
/** The same, had nothing ever been said that may not be heard; what did not change is not logged again. */
const withoutHidden = (steps: readonly Step[]): readonly Step[] => {
  const audible = steps.flatMap((step): readonly Step[] => {
    if ('with' in step) return [{ with: step.with.filter(may) }];
    return may(step.by) ? [step] : [];
  });
  const logged: Step[] = [];
  let last: Step = { with: [] };
  for (const step of audible) {
    if (!sameWith(last, step)) logged.push(step);
    if ('with' in step) last = step;
  }
  return logged;
};

const told = (steps: readonly Step[]) =>
  shownEvents(eventsOf(steps), may).map(({ type, data }) => [type, shownData(data, false, may)]);

describe('the history of a memory', () => {
  it('is the same whether or not something hidden ever replaced or contradicted it', () => {
    fc.assert(
      fc.property(history, (steps) => {
        expect(told(steps)).toEqual(told(withoutHidden(steps)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('names nothing that may not be heard', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const text = JSON.stringify(told(steps));
        expect(hidden.filter((id) => text.includes(id))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('tells all of what may be heard', () => {
    const [ferry = '', kayak = ''] = heard;
    const steps: readonly Step[] = [
      { with: [ferry] },
      { with: [ferry, kayak] },
      { by: kayak, isUndone: true },
      { by: ferry, isUndone: false },
    ];
    expect(told(steps)).toEqual([
      ['MemoryConflictsFound', { memory_id: memoryId, with: [ferry] }],
      ['MemoryConflictsFound', { memory_id: memoryId, with: [ferry, kayak] }],
      ['MemorySuperseded', { memory_id: memoryId, by: kayak, at: when }],
      ['MemoryRestored', { memory_id: memoryId }],
      ['MemorySuperseded', { memory_id: memoryId, by: ferry, at: when }],
    ]);
  });

  it('tells whom it is kept from to who inspects it, and to nobody else', () => {
    const data = { memoryId, withheldFromIds: hidden };
    expect(shownData(data, false, may)).toEqual({ memory_id: memoryId });
    expect(shownData(data, true, may)).toEqual({ memory_id: memoryId, withheld_from_ids: hidden });
  });
});
