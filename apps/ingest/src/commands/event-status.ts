import type { Database } from '#database';
import { answered, failed, type Answer, type Caller, type EventStatusView } from '#contracts';
import type { FactOutcome } from '#domain';
import type { MemoryIndex } from '#memory-index';
import type { MessageBus } from '#messaging';
import { commandIdOf } from '../record-message/decode.js';
import type { RecordedResult, Revision } from '../record-message/recorder.js';
import {
  changedBy,
  followersOf,
  outcomeOfPosted,
  outcomesOfRevised,
  witnessesOf,
  type Outcome,
} from './outcomes.js';

export interface EventStatusOptions {
  readonly database: Database;
  readonly bus: MessageBus;
  readonly index: MemoryIndex;
  readonly consumer: string;
}

const idOf = (eventKey: string): string => eventKey.slice(eventKey.indexOf('|') + 1);

const factViews = (facts: readonly FactOutcome[]): EventStatusView['facts'] =>
  facts.map(({ memoryId, outcome, reason, count }) => ({
    memory_id: memoryId,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(count === undefined ? {} : { count }),
  }));

/** Whether recall sees all that these readings did, at its newest. What has no words any more must be gone from the index. */
const isIndexed = async (
  { database, index }: EventStatusOptions,
  tenantId: string,
  outcomes: readonly Outcome[],
  revision: Revision | undefined,
): Promise<boolean> => {
  const own = outcomes.map((outcome) => outcome.record_id);
  const others = [
    // A message read for the first time withdraws nothing: only a revision moves what others say.
    ...(revision ? await followersOf(database, own, revision.position) : []),
    ...(revision ? await witnessesOf(database, tenantId, outcomes) : []),
  ];
  if (others.some((other) => other.is_unread)) return false;
  const changed = await changedBy(database, tenantId, outcomes, [
    ...own,
    ...others.map((other) => other.record_id),
  ]);
  const indexed = await index.positions([...changed.map((row) => row.memory_id), ...own]);
  const isDone = ({ record_id: recordId, has_text: hasText, position }: Outcome): boolean =>
    hasText ? (indexed.get(recordId) ?? -1n) >= BigInt(position) : !indexed.has(recordId);
  return (
    outcomes.every(isDone) &&
    changed.every((row) => (indexed.get(row.memory_id) ?? -1n) >= BigInt(row.position))
  );
};

const statusNow = async (
  options: EventStatusOptions,
  caller: Caller,
  eventKey: string,
): Promise<EventStatusView | null> => {
  const id = idOf(eventKey);
  const [command] = await options.database.query<{ result: RecordedResult }>(
    'select result from commands where tenant_id = $1 and command_id = $2',
    [caller.tenantId, commandIdOf(eventKey)],
  );
  if (!command) {
    const { consumer, bus } = options;
    const [parked] = await bus.parked({ tenantId: caller.tenantId, consumer, id: eventKey, limit: 1 });
    return parked ? { id, status: 'failed', facts: [], error: parked.cause } : null;
  }
  const { recordId, revision, refused, discarded } = command.result;
  if (discarded) return { id, status: 'failed', facts: [], error: `discarded: ${discarded}` };
  if (refused) {
    const error = `${refused.path}: ${refused.message}`;
    return { id, status: 'failed', facts: [], error, errors: [refused] };
  }
  if (recordId === null && !revision) return { id, status: 'indexed', facts: [] };
  const outcomes = revision
    ? await outcomesOfRevised(options.database, caller.tenantId, revision)
    : await outcomeOfPosted(options.database, recordId ?? '');
  // INVARIANT: what was posted is known to recall only once it has been read: without an outcome it has not.
  const isUnread = ({ needs_reading: needsReading, facts, error }: Outcome): boolean =>
    needsReading || (!revision && facts === null && error === null);
  if (outcomes.some(isUnread) || (!revision && outcomes.length === 0))
    return { id, status: 'recorded', facts: [] };
  const error = outcomes.find((outcome) => outcome.error !== null)?.error;
  if (error) return { id, status: 'failed', facts: [], error };
  const facts = factViews(outcomes.flatMap((outcome) => outcome.facts ?? []));
  const done = await isIndexed(options, caller.tenantId, outcomes, revision);
  return { id, status: done ? 'indexed' : 'recorded', facts };
};

const firstPauseMs = 10;
const longestPauseMs = 160;

/** What became of an event; waits up to `waitMs` for recall to see it. */
export const eventStatus = async (
  options: EventStatusOptions,
  caller: Caller,
  eventKey: string,
  waitMs: number,
): Promise<Answer<EventStatusView>> => {
  const deadline = performance.now() + waitMs;
  for (let pause = firstPauseMs; ; pause = Math.min(longestPauseMs, pause * 2)) {
    const status = await statusNow(options, caller, eventKey);
    const isSettled = status !== null && (status.status === 'indexed' || status.status === 'failed');
    if (isSettled || performance.now() >= deadline) {
      if (waitMs > 0 && !isSettled)
        return failed('timeout', 'the outcome is not known yet; the event is kept');
      return status ? answered(status) : failed('not-found', 'no such event');
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
};
