import { event as build, type MemoryState } from '#domain';
import type { StreamAppend } from '#event-log';
import type { ExtractedFact, KnownKin } from '#extraction';
import { isOneAtATime } from '#identity';
import type { ResolvedFact } from './resolved-fact.js';
import type { ExtractedMessage } from '../message-context/message-context.js';
import type { EarlierCapture } from './earlier-capture.js';

/** The events that say whom a message names, where that is not said yet. */
export const kinNamedIn = (
  { message: { row } }: ExtractedMessage,
  statements: readonly ResolvedFact[],
  known: ReadonlyMap<string, MemoryState>,
  held: EarlierCapture,
): readonly StreamAppend[] =>
  statements.flatMap(({ kinId, captured: { memoryId } }): StreamAppend[] => {
    const isSaid = held.kinOf.get(row.record_id)?.get(memoryId) === kinId;
    if (kinId === null || isSaid || known.get(memoryId)?.memory.status === 'forgotten') return [];
    const named = build(
      'KinNamed',
      {
        memoryId,
        recordId: row.record_id,
        agentId: row.agent_id,
        speakerId: row.author_id,
        entityId: kinId,
        at: row.sent_at,
      },
      row.sent_at,
    );
    return [{ stream: `memory-${memoryId}`, events: [named] }];
  });

type Names = NonNullable<ExtractedFact['names']>;

const idIn = ({ ref }: Names): string | null =>
  ref.kind === 'entity' || ref.kind === 'kin' ? ref.entityId : null;

const isKnown = (names: Names, kin: readonly KnownKin[]): boolean => {
  const ofWord = kin.filter(({ word }) => word === names.word);
  const decisive = isOneAtATime(names.word) ? ofWord.slice(-1) : ofWord;
  return decisive.some(({ entityId }) => entityId === idIn(names));
};

/** Whether what its author says later may mean somebody else, once this is held. */
const changesKin = (
  { message: { row, context }, reading }: ExtractedMessage,
  held: EarlierCapture,
): boolean => {
  const names = reading.facts.flatMap((fact) => (fact.names ? [fact.names] : []));
  const ids = new Set(names.map(idIn));
  const isTakenBack = [...(held.kinOf.get(row.record_id)?.values() ?? [])].some((id) => !ids.has(id));
  const isForgetting = reading.directives.some(({ kind }) => kind.startsWith('forget'));
  return isTakenBack || isForgetting || names.some((one) => !isKnown(one, context.kin));
};

/**
 * Read together, a message does not know yet whom its author names in one before it: such are left for the next batch.
 * The first of each author stays, so every batch gets on.
 */
export const withKinSettled = (
  items: readonly ExtractedMessage[],
  held: EarlierCapture,
): readonly ExtractedMessage[] => {
  const changed = new Set<string>();
  return items.filter((item) => {
    const key = `${item.message.row.agent_id}|${item.message.row.author_id}`;
    if (item.reading.usedKin && changed.has(key)) return false;
    if (changesKin(item, held)) changed.add(key);
    return true;
  });
};
