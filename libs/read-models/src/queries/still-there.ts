import type { Sql } from '#database';

const familyOf = (sourceIds: readonly string[], sql: Sql) =>
  sql.query<{ source_id: string; root_id: string; workspace_id: string | null }>(
    'select source_id, root_id, workspace_id from sources where source_id = any($1::uuid[])',
    [[...new Set(sourceIds)]],
  );

const nearOf = async (sql: Sql, sourceIds: readonly string[]): Promise<readonly string[]> => [
  ...new Set(
    (await familyOf(sourceIds, sql)).flatMap((row) => [
      row.source_id,
      row.root_id,
      ...(row.workspace_id ? [row.workspace_id] : []),
    ]),
  ),
];

/** Of these people, who is active now in one of these places or what they belong to. */
export const activeNear = async (
  sql: Sql,
  entityIds: readonly string[],
  sourceIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  if (entityIds.length === 0 || sourceIds.length === 0) return new Set();
  const rows = await sql.query<{ entity_id: string }>(
    `select distinct p.entity_id from source_participants p
     where p.entity_id = any($1::uuid[]) and p.source_id = any($2::uuid[])
       and p.active_from <= $3 and (p.active_to is null or p.active_to > $3)`,
    [entityIds, await nearOf(sql, sourceIds), now],
  );
  return new Set(rows.map((row) => row.entity_id));
};

/** Of these people, who is active now where the rows were learned or where the answer is read, or was never in any place. */
export const stillThere = async (
  sql: Sql,
  entityIds: readonly string[],
  sourceIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  const near = await nearOf(sql, sourceIds);
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
