import { event as build, type KithEvent } from '#domain';
import type { StreamAppend } from '#event-log';
import type { MemoryRow } from '#read-models';
import type { Statement } from './capture.js';
import type { Decision } from './held.js';

/** What is held of the memories that some messages say, or said. */
export type Known = Map<
  string,
  Pick<
    MemoryRow,
    | 'status'
    | 'first_observed_at'
    | 'corrected'
    | 'agent_id'
    | 'topic'
    | 'content'
    | 'memory_type'
    | 'withheld_from_ids'
    | 'speaker_entity_id'
  >
>;

export const onMemory = (event: KithEvent, memoryId: string): StreamAppend => ({
  stream: `memory-${memoryId}`,
  expectedVersion: 'any',
  events: [event],
});

/** Read otherwise than before, from words that a person decided about: the decision stands. */
export const isDecided = ({ captured }: Statement, known: Known, decisions: readonly Decision[]): boolean =>
  !known.has(captured.memoryId) &&
  decisions.some(
    ({ start_at, end_at }) => captured.evidence.start < end_at && start_at < captured.evidence.end,
  );

/**
 * The words now turn out to be kept from somebody (a name that somebody bears by now): what was decided stands, and is
 * kept from them too.
 */
export const keptFromMore = (
  { captured }: Statement,
  known: Known,
  decisions: readonly Decision[],
  at: Date,
): readonly StreamAppend[] =>
  decisions
    .filter(({ start_at, end_at }) => captured.evidence.start < end_at && start_at < captured.evidence.end)
    .flatMap(({ memory_id: memoryId }) => {
      const row = known.get(memoryId);
      if (!row || row.status === 'forgotten') return [];
      const withheldFromIds = [...new Set([...row.withheld_from_ids, ...captured.withheldFromIds])].sort();
      if (withheldFromIds.length === row.withheld_from_ids.length) return [];
      return [
        onMemory(
          build('MemoryCorrected', { memoryId, by: captured.speakerId, withheldFromIds }, at),
          memoryId,
        ),
      ];
    });
