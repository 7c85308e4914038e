import type { Database } from '#database';
import type { EventLog } from '#event-log';
import { isTracing } from '#observability';
import { eventKeysOf } from '#read-models';
import { commandIdOf, type RecordedResult } from './recorded-result.js';

/** By message, the trace in which it came; none of what came while nobody collected any. */
export const tracesOf = async (
  { database, log }: { readonly database: Database; readonly log: Pick<EventLog, 'carriedOut'> },
  tenantId: string,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (!isTracing() || recordIds.length === 0) return new Map();
  const keys = await eventKeysOf(database, recordIds);
  const results = await log.carriedOut(tenantId, [...keys.values()].map(commandIdOf));
  return new Map(
    [...keys].flatMap(([recordId, eventKey]): readonly [string, string][] => {
      const result = results.get(commandIdOf(eventKey)) as RecordedResult | undefined;
      return result?.traceparent === undefined ? [] : [[recordId, result.traceparent]];
    }),
  );
};
