import { captureStatement, evolve, type Captured, type MemoryState, type StatementMade } from '#domain';

/** What is known of the memories that some statements add to, by id; it moves with what is decided about them. */
export type MemoryStates = Map<string, MemoryState>;

/** Decides about one statement, and notes what that makes of its memory: the next statement is decided on that. */
export const captureInto = (states: MemoryStates, made: StatementMade, now: Date): Captured => {
  const { memoryId } = made.captured;
  const captured = captureStatement(made, states.get(memoryId) ?? null);
  for (const event of captured.events) {
    const next = evolve(states.get(memoryId) ?? null, { ...event, recordedAt: now });
    if (next) states.set(memoryId, next);
  }
  return captured;
};
