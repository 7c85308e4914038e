import type { Database } from '#database';
import { answered, failed, type Answer, type Caller, type EventStatusView, type FactOutcome } from '#domain';
import type { MemoryIndex } from '#memory-index';
import type { MessageBus } from '#messaging';
import { commandIdOf } from '../record/decode.js';
import type { RecordedResult } from '../record/recorder.js';

export interface EventStatusOptions {
  readonly database: Database;
  readonly bus: MessageBus;
  readonly index: MemoryIndex;
  readonly consumer: string;
}

interface OutcomeRow {
  readonly facts: readonly FactOutcome[] | null;
  readonly error: string | null;
  readonly position: string;
  readonly has_text: boolean;
}

const idOf = (eventKey: string): string => eventKey.slice(eventKey.indexOf('|') + 1);

const factViews = (facts: readonly FactOutcome[]): EventStatusView['facts'] =>
  facts.map(({ memoryId, outcome, reason }) => ({
    memory_id: memoryId,
    outcome,
    ...(reason === undefined ? {} : { reason }),
  }));

/** Whether recall sees every one of these at its newest. What has no words any more must be gone from the index. */
const isIndexed = async (
  options: EventStatusOptions,
  ids: readonly string[],
  recordId: string,
  outcome: OutcomeRow,
): Promise<boolean> => {
  const rows = await options.database.query<{ memory_id: string; position: string }>(
    'select memory_id, position from memories where memory_id = any($1::uuid[]) and content is not null',
    [ids],
  );
  const indexed = await options.index.positions([...ids, recordId]);
  const message = indexed.get(recordId);
  const isMessageDone = outcome.has_text
    ? message !== undefined && message >= BigInt(outcome.position)
    : message === undefined;
  return isMessageDone && rows.every((row) => (indexed.get(row.memory_id) ?? -1n) >= BigInt(row.position));
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
    const parked = (await options.bus.parked(options.consumer, 1_000)).find(
      (message) => message.id === eventKey && message.tenantId === caller.tenantId,
    );
    return parked ? { id, status: 'failed', facts: [], error: parked.cause } : null;
  }
  const { recordId } = command.result;
  if (recordId === null) return { id, status: 'indexed', facts: [] };
  const [outcome] = await options.database.query<OutcomeRow>(
    `select o.facts, o.error, m.position, m.text is not null as has_text from event_outcomes o join messages m using (record_id) where o.record_id = $1`,
    [recordId],
  );
  if (outcome?.error) return { id, status: 'failed', facts: [], error: outcome.error };
  if (!outcome?.facts) return { id, status: 'recorded', facts: [] };
  const ids = outcome.facts.flatMap((fact) => (fact.memoryId === null ? [] : [fact.memoryId]));
  const done = await isIndexed(options, ids, recordId, outcome);
  return { id, status: done ? 'indexed' : 'recorded', facts: factViews(outcome.facts) };
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
