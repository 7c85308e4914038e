import type { ReadRequest } from '#policy';
import { renderContext, type ContextItem, type Fused } from '#retrieval';
import type { Ranked } from '../answer-recall/ranking.js';
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
  const ids = [
    ...new Set(
      items.flatMap((item) =>
        [...item.subjectIds, item.speakerId, ...item.conflictingSpeakerIds].filter((id) => id !== null),
      ),
    ),
  ];
  return renderContext({
    viewerIds: request.viewer?.cluster ?? [],
    agentId: request.agentId,
    items,
    people: new Map(ids.map((id) => [id, { personId: id, name: names.knownNameOf(id) }])),
  });
};
