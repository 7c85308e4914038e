import { expect } from '@jest/globals';

interface When<Event> {
  /** These events and no others, each as far as it is written here. */
  readonly then: (...expected: readonly object[]) => void;
  readonly thenNothing: () => void;
  readonly events: readonly Event[];
}

/** What happened before, by an aggregate's `evolve`; then what `decide` makes of that. */
export const givenBy =
  <State, Event, Past>(evolve: (state: State | null, event: Past) => State | null) =>
  (...past: readonly Past[]) => {
    const state = past.reduce<State | null>(evolve, null);
    return {
      state,
      when: (decide: (state: State | null) => readonly Event[]): When<Event> => {
        const events = decide(state);
        return {
          events,
          then: (...expected) => {
            expect(events).toHaveLength(expected.length);
            expect(events).toMatchObject(expected);
          },
          thenNothing: () => expect(events).toEqual([]),
        };
      },
    };
  };
