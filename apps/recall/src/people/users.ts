import { answered, failed, type Answer, type Caller, type UserView, type ViewerParams } from '#contracts';
import { allOf, isAbout, isIn } from '#policy';
import {
  everyUser,
  findEntity,
  isKnownSince,
  acquaintedSince,
  namesOf,
  peopleById,
  userById,
  userMet,
  usersMet,
  type LoadedRequest,
  type UserRow,
} from '#read-models';
import { formerMember } from '#retrieval';
import { askByParams, isViewerMissing, viewerRequired, type AnsweringOptions } from '../permitted/asking.js';
import { auditInspection, findPermitted, readable } from '../permitted/permitted.js';

/** INVARIANT: whoever has not proven who they are is told nothing, not even whom they share a place with. */
const isGated = ({ knobs }: AnsweringOptions, { request: { operation, viewer } }: LoadedRequest): boolean =>
  knobs['gate.require_verified'] && operation !== 'inspect' && viewer?.isVerified !== true;

/** Of a viewer: those who share a source with them now, and themselves. An operator lists everybody. */
const listed = (
  { database }: AnsweringOptions,
  { platform }: Caller,
  { request: { tenantId, viewer, now, operation } }: LoadedRequest,
  limit: number,
  offset: number,
): Promise<readonly UserRow[]> =>
  operation === 'inspect'
    ? everyUser(database, tenantId, limit, offset)
    : usersMet(
        database,
        { tenantId, own: viewer?.cluster ?? [], now, platform: platform ?? null },
        limit,
        offset,
      );

const everyRow = 100_000;

/** How many facts about each of them this caller may see here. */
const countVisible = async (
  options: AnsweringOptions,
  caller: Caller,
  asked: LoadedRequest,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const where = allOf(await readable(options, asked.request), isIn('kind', ['fact']), isAbout(entityIds));
  const lanes =
    where === 'nothing'
      ? []
      : [{ name: 'count', where, order: { by: 'recency' as const }, limit: 2_000, offset: 0 }];
  const { allowed } = await findPermitted(options, asked.request, lanes, everyRow);
  if (asked.request.operation === 'inspect')
    await auditInspection(options.log, caller, 'count', [...allowed.keys()], options.now());
  const counts = new Map<string, number>();
  for (const { row } of allowed.values())
    for (const entityId of row.facts.subjectIds) counts.set(entityId, (counts.get(entityId) ?? 0) + 1);
  return counts;
};

const toView = (row: UserRow, counts: ReadonlyMap<string, number>): UserView => ({
  id: row.entity_id,
  display_name: row.canonical_name ?? formerMember,
  created_at: row.created_at.toISOString(),
  platform_links: row.links ?? [],
  memory_count: counts.get(row.entity_id) ?? 0,
});

export const listUsers = async (
  options: AnsweringOptions,
  caller: Caller,
  {
    limit,
    offset,
    viewer,
  }: { readonly limit: number; readonly offset: number; readonly viewer: ViewerParams },
): Promise<Answer<{ results: readonly UserView[] }>> => {
  if (isViewerMissing(options, caller, viewer)) return viewerRequired;
  const asked = await askByParams(options.database, options, caller, 'count', viewer);
  const isNobody = asked.viewerId === null && asked.request.operation !== 'inspect';
  if (isNobody || isGated(options, asked)) return answered({ results: [] });
  const rows = await listed(options, caller, asked, limit, offset);
  const counts = await countVisible(
    options,
    caller,
    asked,
    rows.map((row) => row.entity_id),
  );
  return answered({ results: rows.map((row) => toView(row, counts)) });
};

export const getEntity = async (
  options: AnsweringOptions,
  caller: Caller,
  entityId: string,
  viewer: ViewerParams,
): Promise<Answer<UserView & { entity_type: string; aliases: readonly string[] }>> => {
  const notFound = failed('not-found', 'no such entity');
  if (isViewerMissing(options, caller, viewer)) return viewerRequired;
  const asked = await askByParams(options.database, options, caller, 'count', viewer);
  if (isGated(options, asked)) return notFound;
  const known = await findEntity(options.database, caller.tenantId, { entity_id: entityId });
  const isInspection = asked.request.operation === 'inspect';
  const { now, viewer: asker } = asked.request;
  const own = asker?.cluster ?? [];
  const row = isInspection
    ? await userById(options.database, entityId)
    : await userMet(
        options.database,
        { tenantId: caller.tenantId, own, now, platform: caller.platform ?? null },
        entityId,
      );
  const person = (await peopleById(options.database, [entityId])).get(entityId);
  if (!row || !person || known === null) return notFound;
  const counts = await countVisible(options, caller, asked, [entityId]);
  const since = (await acquaintedSince(options.database, own, [entityId], now)).get(entityId);
  const inPlaces = new Set((asker?.memberships ?? []).map(({ sourceId }) => sourceId));
  const aliases = (await namesOf(options.database, [entityId])).filter(
    (naming) =>
      isInspection ||
      (since !== undefined &&
        isKnownSince(naming, since) &&
        (naming.saidIn === null || own.includes(entityId) || inPlaces.has(naming.saidIn))),
  );
  return answered({
    ...toView(row, counts),
    entity_type: person.entityType,
    aliases: [...new Set(aliases.map(({ text }) => text))].sort(),
  });
};
