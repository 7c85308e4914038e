import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Caller, EventStatusView, IngestService, Problem } from '#contracts';
import { eventKeyWithin, type EventScope } from '#domain';

/** A longer wait is cut into such: who asks may be gone by then. */
const longestWaitMs = 2_000;
/** Between questions to an app that answers before it knows. */
const pauseMs = 25;

const isFinal = (
  answer: Answer<EventStatusView>,
): answer is { readonly ok: true; readonly value: EventStatusView } =>
  answer.ok && (answer.value.status === 'indexed' || answer.value.status === 'failed');

/** Not known yet and not done yet are the same to who waits; any other failure will not get better by waiting. */
const failureOf = (answer: Answer<EventStatusView>): Problem | null =>
  answer.ok || answer.problem.kind === 'not-found' || answer.problem.kind === 'timeout'
    ? null
    : answer.problem;

const late: Problem = { kind: 'timeout', detail: '' };

/** An event that was published. */
export interface Awaited {
  readonly eventKey: string;
  readonly scope: EventScope;
}

/** Under which its outcome is found. */
export const outcomeKeyOf = ({ eventKey, scope }: Awaited): string => eventKeyWithin(eventKey, scope);

const awaitOne = async (
  ingest: IngestService,
  caller: Caller,
  { eventKey, scope }: Awaited,
  deadline: number,
  isGone: () => boolean,
): Promise<EventStatusView | Problem> => {
  for (;;) {
    const leftMs = Math.max(0, Math.floor(deadline - performance.now()));
    const waitMs = Math.min(leftMs, longestWaitMs);
    const answer = await ingest.eventStatus({ caller, eventKey, among: [scope], waitMs });
    if (isFinal(answer)) return answer.value;
    const failure = failureOf(answer);
    if (failure) return failure;
    if (isGone() || performance.now() + pauseMs >= deadline) return late;
    await pause(pauseMs);
  }
};

/** The outcome of every event, or why it is not known. One after another: the last is mostly done when the first is. */
export const awaitIndexed = async (
  ingest: IngestService,
  caller: Caller,
  events: readonly Awaited[],
  timeoutMs: number,
  isGone: () => boolean,
): Promise<ReadonlyMap<string, EventStatusView> | Problem> => {
  const deadline = performance.now() + timeoutMs;
  const outcomes = new Map<string, EventStatusView>();
  for (const event of events) {
    if (outcomes.has(outcomeKeyOf(event))) continue;
    const outcome = await awaitOne(ingest, caller, event, deadline, isGone);
    if ('kind' in outcome) return outcome;
    outcomes.set(outcomeKeyOf(event), outcome);
  }
  return outcomes;
};
