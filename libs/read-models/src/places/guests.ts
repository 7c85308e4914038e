import type { Sql } from '#database';

/** The end of the last stretch of the stay `p` in the source `s` without membership of its workspace; null where there is none. */
const outsideUntil = `(select coalesce(upper(stretch), 'infinity') from unnest(tstzmultirange(tstzrange(p.active_from, p.active_to)) -
    coalesce((select range_agg(tstzrange(w.active_from, w.active_to)) from source_participants w
      where w.source_id = s.workspace_id and w.entity_id = p.entity_id), '{}'::tstzmultirange)) as stretch
    order by lower(stretch) desc limit 1)`;

/** Marks the stays of these people, and all stays in these sources and below them. */
export const markOutside = async (
  sql: Sql,
  entityIds: readonly string[],
  sourceIds: readonly string[],
): Promise<void> => {
  if (entityIds.length === 0 && sourceIds.length === 0) return;
  await sql.query(
    `with recursive below(source_id, depth) as (
       select id, 0 from unnest($2::uuid[]) as seen(id)
       union select s.source_id, depth + 1 from below join sources s on s.parent_source_id = below.source_id where depth < 8),
     concerned as (
       select source_id, entity_id, active_from from source_participants where entity_id = any($1::uuid[])
       union select source_id, entity_id, active_from from source_participants where source_id = any(array(select source_id from below))),
     fresh as (
       select p.source_id, p.entity_id, p.active_from, case when s.workspace_id is not null then ${outsideUntil} end as until
       from concerned join source_participants p using (source_id, entity_id, active_from) join sources s on s.source_id = p.source_id)
     update source_participants p set outside_until = fresh.until from fresh
     where p.source_id = fresh.source_id and p.entity_id = fresh.entity_id and p.active_from = fresh.active_from
       and p.outside_until is distinct from fresh.until`,
    [entityIds, sourceIds],
  );
};
