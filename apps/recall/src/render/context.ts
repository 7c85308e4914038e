import type { ReadRequest } from '#policy';
import { renderContext, type ContextItem, type Fused } from '#retrieval';
import type { Ranked } from '../permitted/permitted.js';
import type { Names } from './views.js';

export const toItem = (
  item: Fused<Ranked>,
  names: Names,
  conflicts: ReadonlyMap<string, readonly string[]>,
): ContextItem => {
  const { row } = item.row.decided;
  return {
    kind: row.kind,
    text: row.content ?? '',
    subjectIds: row.facts.subjectIds,
    speakerId: row.facts.speakerId,
    scope: row.facts.scope,
    observedAt: row.saidAt,
    conflictingSpeakerIds: conflicts.get(row.facts.memoryId) ?? [],
  };
};

export const render = (request: ReadRequest, items: readonly ContextItem[], names: Names): string => {
  const viewerIds = request.viewer?.cluster ?? [];
  const ids = [
    ...new Set([
      // Also where nothing is about them: another of the viewer's name is told apart from them.
      ...viewerIds,
      ...items.flatMap((item) =>
        [...item.subjectIds, item.speakerId, ...item.conflictingSpeakerIds].filter((id) => id !== null),
      ),
    ]),
  ];
  return renderContext({
    viewerIds,
    agentId: request.agentId,
    items,
    people: new Map(ids.map((id) => [id, { personId: id, name: names.knownNameOf(id) }])),
  });
};
