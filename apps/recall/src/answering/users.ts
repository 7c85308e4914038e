import { answered, failed, type Answer, type Caller, type UserView, type ViewerParams } from '#contracts';
import { allOf, isAbout, isIn } from '#policy';
import { activeAt, findEntity, isKnownSince, metBy, namesOf, peopleById, type Asked } from '#read-models';
import { formerMember } from '#retrieval';
import { askByParams, isOperator, viewerRefOf, type AnsweringOptions } from './asking.js';
import { auditInspection, findPermitted, readable } from './permitted.js';

interface UserRow {
  readonly entity_id: string;
  readonly canonical_name: string | null;
  readonly created_at: Date;
  readonly links: readonly { readonly platform: string; readonly platform_user_id: string }[] | null;
}

const linksOf = `(select jsonb_agg(jsonb_build_object('platform', a.platform, 'platform_user_id', a.platform_user_id) order by a.platform, a.platform_user_id)
   from accounts a where a.entity_id = e.entity_id) as links`;
const selectUsers = `select e.entity_id, e.canonical_name, e.created_at, ${linksOf} from entities e`;

/** Places where both are now. */
const shared = `from source_participants theirs join source_participants mine using (source_id)
   where theirs.entity_id = e.entity_id and mine.entity_id = any($2::uuid[]) and ${activeAt('theirs', '$3')} and ${activeAt('mine', '$3')}`;

/**
 * People as a viewer may know them: from when both are in a place.
 * INVARIANT: when somebody was heard of first may be when they wrote in private, so neither that nor an order by it is told.
 */
const selectMet = `select e.entity_id, e.canonical_name, ${linksOf},
   case when e.entity_id = any($2::uuid[]) then e.created_at
     else (select min(greatest(theirs.active_from, mine.active_from)) ${shared}) end as created_at
 from entities e where e.tenant_id = $1 and (e.entity_id = any($2::uuid[]) or exists (select 1 ${shared}))`;

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
    `${selectMet} and ${isHuman} order by created_at, e.entity_id limit $4 offset $5`,
    [tenantId, viewer?.cluster ?? [], now, limit, offset],
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
  const isInspection = asked.request.operation === 'inspect';
  const { now, viewer: asker } = asked.request;
  const own = asker?.cluster ?? [];
  const [row] = isInspection
    ? await options.database.query<UserRow>(`${selectUsers} where e.entity_id = $1`, [entityId])
    : await options.database.query<UserRow>(`${selectMet} and e.entity_id = $4`, [
        caller.tenantId,
        own,
        now,
        entityId,
      ]);
  const person = (await peopleById(options.database, [entityId])).get(entityId);
  if (!row || !person || known === null) return notFound;
  const counts = await countVisible(options, caller, asked, [entityId]);
  const since = (await metBy(options.database, own, [entityId], now)).get(entityId);
  const aliases = (await namesOf(options.database, [entityId])).filter(
    (naming) => isInspection || (since !== undefined && isKnownSince(naming, since)),
  );
  return answered({
    ...toView(row, counts),
    entity_type: person.entityType,
    aliases: [...new Set(aliases.map(({ text }) => text))].sort(),
  });
};
