import { answered, failed, type Answer, type Caller, type UserView, type ViewerParams } from '#domain';
import { allOf, isAbout, isIn } from '#policy';
import { findEntity, namesOf, peopleById, type Asked } from '#read-models';
import { formerMember } from '#retrieval';
import { askByParams, isOperator, viewerRefOf, type AnsweringOptions } from './asking.js';
import { auditInspection, findPermitted, readable } from './permitted.js';

interface UserRow {
  readonly entity_id: string;
  readonly canonical_name: string | null;
  readonly created_at: Date;
  readonly links: readonly { readonly platform: string; readonly platform_user_id: string }[] | null;
}

const selectUsers = `select e.entity_id, e.canonical_name, e.created_at,
  (select jsonb_agg(jsonb_build_object('platform', a.platform, 'platform_user_id', a.platform_user_id) order by a.platform, a.platform_user_id)
   from accounts a where a.entity_id = e.entity_id) as links from entities e`;

/** Of a viewer: those who share a source with them now, and themselves. An operator lists everybody. */
const listed = (
  options: AnsweringOptions,
  asked: Asked,
  limit: number,
  offset: number,
): Promise<readonly UserRow[]> => {
  const { tenantId, viewer, now, operation } = asked.request;
  const isHuman = `e.tenant_id = $1 and e.entity_type not in ('agent', 'system') and exists (select 1 from accounts a where a.entity_id = e.entity_id)`;
  if (operation === 'inspect')
    return options.database.query<UserRow>(
      `${selectUsers} where ${isHuman} order by e.created_at, e.entity_id limit $2 offset $3`,
      [tenantId, limit, offset],
    );
  return options.database.query<UserRow>(
    `${selectUsers} where ${isHuman} and (e.entity_id = any($4::uuid[]) or exists (
       select 1 from source_participants theirs join source_participants mine using (source_id)
       where theirs.entity_id = e.entity_id and mine.entity_id = any($4::uuid[])
         and theirs.active_from <= $5 and (theirs.active_to is null or theirs.active_to > $5)
         and mine.active_from <= $5 and (mine.active_to is null or mine.active_to > $5)))
     order by e.created_at, e.entity_id limit $2 offset $3`,
    [tenantId, limit, offset, viewer?.cluster ?? [], now],
  );
};

const everyRow = 100_000;

/** How many facts about each of them this caller may see here. */
const countVisible = async (
  options: AnsweringOptions,
  caller: Caller,
  asked: Asked,
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
  if (viewerRefOf(viewer) === null && !isOperator(caller))
    return failed('invalid', 'who asks is required', [
      { path: 'viewer_id', message: 'is required: only operators may leave the viewer out' },
    ]);
  const asked = await askByParams(options.database, options, caller, 'count', viewer);
  if (asked.viewerId === null && asked.request.operation !== 'inspect') return answered({ results: [] });
  const rows = await listed(options, asked, limit, offset);
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
  if (viewerRefOf(viewer) === null && !isOperator(caller))
    return failed('invalid', 'who asks is required', [
      { path: 'viewer_id', message: 'is required: only operators may leave the viewer out' },
    ]);
  const asked = await askByParams(options.database, options, caller, 'count', viewer);
  const known = await findEntity(options.database, caller.tenantId, { entity_id: entityId });
  if (known === null) return notFound;
  const mayBeSeen =
    asked.request.operation === 'inspect' ||
    (asked.viewerId !== null && (await sharesPlace(options, asked, entityId)));
  if (!mayBeSeen) return notFound;
  const [row] = await options.database.query<UserRow>(`${selectUsers} where e.entity_id = $1`, [entityId]);
  const person = (await peopleById(options.database, [entityId])).get(entityId);
  if (!row || !person) return notFound;
  const counts = await countVisible(options, caller, asked, [entityId]);
  const aliases = [
    ...new Set((await namesOf(options.database, [entityId])).map((naming) => naming.text)),
  ].sort();
  return answered({ ...toView(row, counts), entity_type: person.entityType, aliases });
};

const sharesPlace = async (options: AnsweringOptions, asked: Asked, entityId: string): Promise<boolean> => {
  const { viewer, now } = asked.request;
  if (viewer?.cluster.includes(entityId)) return true;
  const [row] = await options.database.query<{ shared: boolean }>(
    `select exists (select 1 from source_participants theirs join source_participants mine using (source_id)
       where theirs.entity_id = $1 and mine.entity_id = any($2::uuid[])
         and theirs.active_from <= $3 and (theirs.active_to is null or theirs.active_to > $3)
         and mine.active_from <= $3 and (mine.active_to is null or mine.active_to > $3)) as shared`,
    [entityId, viewer?.cluster ?? [], now],
  );
  return row?.shared ?? false;
};
