import type { Database } from '#database';
import { answered, type Answer, type Caller, type SaidAgain } from '#contracts';
import type { EventLog } from '#event-log';
import { saidOtherwise } from '#read-models';
import { heldWithin } from '../record-message/event-keys.js';
import { commandIdOf } from '../recorded-result.js';

/** Which of these repeats say something else than the message that was recorded; what is not recorded yet, nobody knows. */
export const takenOtherwise = async (
  { database, log }: { readonly database: Database; readonly log: EventLog },
  { tenantId }: Caller,
  repeats: readonly SaidAgain[],
): Promise<Answer<readonly number[]>> => {
  const own = new Set(repeats.map(({ eventKey }) => commandIdOf(eventKey)));
  const known = await log.carriedOut(tenantId, [...own]);
  const carriedOut = (ids: readonly string[]) =>
    ids.every((id) => own.has(id)) ? Promise.resolve(known) : log.carriedOut(tenantId, ids);
  const recorded = [];
  for (const [at, repeat] of repeats.entries()) {
    const { result } = await heldWithin(
      { sql: database, tenantId, carriedOut },
      repeat.eventKey,
      repeat.scope,
    );
    if (result && result.recordId !== null) recorded.push({ ...repeat, at, recordId: result.recordId });
  }
  return answered(await saidOtherwise(database, recorded));
};
