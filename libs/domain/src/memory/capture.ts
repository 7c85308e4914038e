import { event } from '../events.js';
import { isSameWords, type IdKey } from '../ids.js';
import type { FactOutcome } from '../message/outcome.js';
import type { MemoryEvent } from './memory-event.js';
import type { CapturedMemory } from './events.js';
import type { Memory, MemoryState } from './memory.js';

/** A statement that somebody made: in a message, in a text handed over to be read, or in so many words. */
export interface StatementMade {
  readonly captured: CapturedMemory;
  /** This very evidence is held already, as it was said: there is nothing to add to it. */
  readonly isHeldAsSaid: boolean;
}

export interface Captured {
  readonly events: readonly MemoryEvent[];
  readonly outcome: FactOutcome;
}

/** It was said before a person had it forgotten, or was asked to be forgotten since. */
export const forgottenByAPerson: FactOutcome = {
  memoryId: null,
  outcome: 'NOOP',
  reason: 'forgotten-by-a-person',
};

/** What deciding about a statement needs to know of the memory that it would add to. */
export type StatedMemory = Pick<Memory, 'status' | 'content' | 'forgottenAt' | 'rewordedAt'>;

/** Since when the memory no longer says what is stated; null while it does. */
const overSince = (memory: StatedMemory | undefined, content: string | null): Date | null => {
  if (memory === undefined) return null;
  if (memory.status === 'forgotten') return memory.forgottenAt;
  return content === null || isSameWords(memory.content ?? '', content) ? null : memory.rewordedAt;
};

/**
 * The id of the memory that a restatement begins: what was said again after it was asked to be forgotten is another memory,
 * for the key of the old one is gone for good; and so is what was said again after it was put into other words, for that
 * it is so again is news. Null: the statement adds to the memory that there is.
 * INVARIANT: what was said before the asking keeps the id of what is forgotten, whenever it arrives, so nobody hears of it.
 */
export const restatementId = (
  idKey: IdKey,
  { memoryId, content, evidence }: Pick<CapturedMemory, 'memoryId' | 'content' | 'evidence'>,
  memory: StatedMemory | undefined,
  /** By a call that does not say when: it comes after all that was decided so far, whatever the clock says. */
  isSaidNow = false,
): string | null => {
  const at = overSince(memory, content);
  if (at === null || (!isSaidNow && evidence.observedAt <= at)) return null;
  return idKey.derive('said-again', memoryId, at.toISOString());
};

/** The earliest statement gives a memory its form; which of them arrived first does not matter. */
const givesForm = (captured: CapturedMemory, { memory }: MemoryState): boolean => {
  const { observedAt } = captured.evidence;
  if (memory.isCorrected || observedAt > memory.firstObservedAt) return false;
  if (observedAt < memory.firstObservedAt) return true;
  return (
    memory.content !== captured.content ||
    memory.topic !== captured.topic ||
    memory.memoryType !== captured.memoryType
  );
};

/**
 * What becomes of a statement, however it was made: a memory of its own, evidence of one that there is, or nothing where a
 * person had it forgotten.
 */
export const captureStatement = (
  { captured, isHeldAsSaid }: StatementMade,
  state: MemoryState | null,
): Captured => {
  const { memoryId, evidence, status } = captured;
  const at = evidence.observedAt;
  if (state === null) {
    const outcome: FactOutcome =
      status === 'pending'
        ? { memoryId, outcome: 'PENDING', reason: 'ambiguous-subject' }
        : { memoryId, outcome: 'ADD' };
    return { events: [event('MemoryCaptured', captured, at)], outcome };
  }
  if (state.memory.status === 'forgotten') return { events: [], outcome: forgottenByAPerson };
  const outcome: FactOutcome = { memoryId, outcome: 'NOOP', reason: 'duplicate' };
  if (givesForm(captured, state)) return { events: [event('MemoryCaptured', captured, at)], outcome };
  return { events: isHeldAsSaid ? [] : [event('MemoryEvidenced', { memoryId, evidence }, at)], outcome };
};

/** The words of a message at some place, from `start` to before `end`, in UTF-16 units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const meet = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** A person decided about what these words of a message say: had it forgotten, or put it otherwise. */
export interface DecidedWords extends Span {
  readonly memoryId: string;
}

/** Read otherwise than before, from words that a person decided about: the decision stands, and nothing new is captured. */
export const isDecidedAlready = (
  { evidence }: Pick<CapturedMemory, 'evidence'>,
  isKnown: boolean,
  decided: readonly DecidedWords[],
): boolean => !isKnown && decided.some((words) => meet(words, evidence));

/**
 * The words now turn out to be kept from somebody (a name that somebody bears by now): what a person decided about them
 * stands, and is kept from them too.
 */
export const withheldFromMore = (
  captured: CapturedMemory,
  decided: DecidedWords,
  { memory }: MemoryState,
  at: Date,
): readonly MemoryEvent[] => {
  if (!meet(decided, captured.evidence) || memory.status === 'forgotten') return [];
  const withheldFromIds = [...new Set([...memory.withheldFromIds, ...captured.withheldFromIds])].sort();
  if (withheldFromIds.length === memory.withheldFromIds.length) return [];
  const { memoryId } = memory;
  return [event('MemoryReachChanged', { memoryId, by: captured.speakerId, withheldFromIds }, at)];
};
