import type { Sql } from '#database';
import type { LaneName, MemoryView, NamedEntity } from '#contracts';
import type { ReadRequest } from '#policy';
import { peopleById, type Asked, type FreshRow, type PersonView, type PlaceView } from '#read-models';
import { formerMember } from '#retrieval';
import type { Decided } from './permitted.js';

/** Names as this viewer may read them here: whoever left the places in question is a former member. */
export interface Names {
  readonly nameOf: (entityId: string) => string;
  /** Null for a former member. */
  readonly knownNameOf: (entityId: string) => string | null;
}

const familyOf = (sourceIds: readonly string[], sql: Sql) =>
  sql.query<{ source_id: string; root_id: string; workspace_id: string | null }>(
    'select source_id, root_id, workspace_id from sources where source_id = any($1::uuid[])',
    [[...new Set(sourceIds)]],
  );

/** Of these people, who is active now where the rows were learned or where the answer is read, or was never in any place. */
const stillThere = async (
  sql: Sql,
  entityIds: readonly string[],
  sourceIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  const family = await familyOf(sourceIds, sql);
  const near = [
    ...new Set(
      family.flatMap((row) => [row.source_id, row.root_id, ...(row.workspace_id ? [row.workspace_id] : [])]),
    ),
  ];
  const rows = await sql.query<{ entity_id: string }>(
    `select asked.entity_id from unnest($1::uuid[]) as asked(entity_id)
     where exists (select 1 from source_participants p where p.entity_id = asked.entity_id and p.source_id = any($2::uuid[])
       and p.active_from <= $3 and (p.active_to is null or p.active_to > $3))
       or not exists (select 1 from source_participants p where p.entity_id = asked.entity_id)
       or not exists (select 1 from source_participants p where p.entity_id = asked.entity_id and p.source_id = any($2::uuid[]))`,
    [entityIds, near, now],
  );
  return new Set(rows.map((row) => row.entity_id));
};

const namesOf = (
  people: ReadonlyMap<string, PersonView>,
  there: ReadonlySet<string>,
  request: ReadRequest,
): Names => {
  const knownNameOf = (entityId: string): string | null =>
    there.has(entityId) || request.viewer?.cluster.includes(entityId)
      ? (people.get(entityId)?.name ?? null)
      : null;
  return { knownNameOf, nameOf: (entityId) => knownNameOf(entityId) ?? formerMember };
};

/** Names of people whom the viewer asks about: whoever left all the places that the viewer knows is a former member. */
export const namesWhereMet = async (
  sql: Sql,
  { request, place }: Asked,
  entityIds: readonly string[],
): Promise<Names> => {
  const sourceIds = [
    ...(request.viewer?.memberships ?? []).map((membership) => membership.sourceId),
    ...(place ? [place.sourceId] : []),
  ];
  if (entityIds.length === 0) return namesOf(new Map(), new Set(), request);
  const there = await stillThere(sql, entityIds, sourceIds, request.now);
  return namesOf(await peopleById(sql, entityIds), there, request);
};

export const loadNames = async (
  sql: Sql,
  request: ReadRequest,
  rows: readonly FreshRow[],
  extra: readonly string[],
  place: PlaceView | null,
): Promise<Names> => {
  const entityIds = [
    ...new Set([
      ...extra,
      ...rows.flatMap(({ facts }) =>
        [...facts.subjectIds, facts.speakerId, facts.ownerId].filter((id) => id !== null),
      ),
    ]),
  ];
  const people: ReadonlyMap<string, PersonView> = await peopleById(sql, entityIds);
  const sourceIds = [
    ...rows.flatMap(({ facts }) => (facts.source ? [facts.source.sourceId] : [])),
    ...(place ? [place.sourceId] : []),
  ];
  const there = await stillThere(sql, entityIds, sourceIds, request.now);
  return namesOf(people, there, request);
};

export interface Shown {
  readonly score: number;
  readonly similarity: number | null;
  readonly lane: LaneName | null;
  readonly conflictsWith: readonly string[];
}

const named = (entityId: string, names: Names): NamedEntity => ({
  entity_id: entityId,
  name: names.nameOf(entityId),
});

export const memoryView = ({ row }: Decided, shown: Shown, names: Names): MemoryView => {
  const { facts } = row;
  return {
    id: facts.memoryId,
    kind: row.kind,
    memory: row.content ?? '',
    score: shown.score,
    similarity: shown.similarity,
    lane: shown.lane,
    memory_type: row.memoryType,
    importance: row.kind === 'fact' ? Math.round(row.importance * 1e4) / 1e4 : null,
    status: facts.status,
    subjects: facts.subjectIds.map((id) => named(id, names)),
    speaker: facts.speakerId === null ? null : named(facts.speakerId, names),
    owner: facts.ownerId === null ? null : named(facts.ownerId, names),
    source: facts.source
      ? { source_id: facts.source.sourceId, type: facts.source.type, name: row.sourceName }
      : null,
    conversation_id: row.conversationId,
    visibility_scope: facts.scope,
    sensitivity: row.sensitivity,
    portable: facts.portable,
    disclosure: facts.disclosure,
    trust: row.trust,
    conflicts_with: shown.conflictsWith,
    observed_at: row.saidAt.toISOString(),
    created_at: row.recordedAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    expires_at: facts.expiresAt?.toISOString() ?? null,
    evidence: row.evidence.map(({ message_id, event_id }) => ({ message_id, event_id })),
    metadata: row.metadata,
  };
};
