import type { KnownKin } from '#extraction';
import type { KinTelling, MessageRow, PlaceView } from '#read-models';

/**
 * Whether what a speaker told of somebody may be drawn on in a place.
 *
 * INVARIANT: subjects are shown by name, so a name goes no further than the statement that told it. It is known in its own
 * conversation, in a dm of the speaker unless it was told in confidence, and within a workspace when everybody there may
 * hear it. What was told in private is not known among others, though the same people read it there later.
 */
const mayDrawOn = (place: PlaceView, telling: KinTelling): boolean => {
  const isHere = telling.rootId === place.rootId;
  if (place.type === 'dm') return isHere || telling.disclosure === 'public';
  if (telling.scope !== 'source_shared' || telling.sensitivity > 0) return false;
  const isOfWorkspace = telling.workspaceId !== null && telling.workspaceId === place.workspaceId;
  return isHere || (isOfWorkspace && telling.disclosure === 'public' && telling.portable);
};

const isBefore = (telling: KinTelling, row: MessageRow): boolean =>
  telling.at < row.sent_at ||
  (telling.at.getTime() === row.sent_at.getTime() && telling.recordId < row.record_id);

/** Whom the author of a message named before it, where those who read it may hear of them. */
export const kinKnownIn = (
  place: PlaceView,
  row: MessageRow,
  tellings: readonly KinTelling[],
): readonly KnownKin[] =>
  tellings
    .filter(
      (telling) =>
        telling.speakerId === row.author_id &&
        telling.agentId === row.agent_id &&
        isBefore(telling, row) &&
        mayDrawOn(place, telling),
    )
    .map(({ word, name, entityId, at }) => ({ word, name, entityId, toldAt: at }));
