import type { Sql } from '#database';

/** What is found by these people's names: what they said, and what was said of them. */
export const idsNaming = async (sql: Sql, entityIds: readonly string[]): Promise<readonly string[]> => {
  const rows = await sql.query<{ id: string }>(
    `select memory_id as id from memories where speaker_entity_id = any($1::uuid[]) or subject_entity_ids && $1::uuid[]
     union all
     select record_id from messages where author_id = any($1::uuid[]) and read_position > 0
       and source_id in (select source_id from source_participants where entity_id = any($1::uuid[]))`,
    [entityIds],
  );
  return rows.map((row) => row.id);
};

/** Whatever was said in this source, or in one below it. */
export const idsSaidIn = async (sql: Sql, sourceId: string): Promise<readonly string[]> => {
  const rows = await sql.query<{ id: string }>(
    `with recursive below(source_id, depth) as (
       select $1::uuid, 0
       union select s.source_id, depth + 1 from below join sources s on s.parent_source_id = below.source_id where depth < 8)
     select memory_id as id from memories where source_id in (select source_id from below)
     union all
     select record_id from messages where read_position > 0 and source_id in (select source_id from below)`,
    [sourceId],
  );
  return rows.map((row) => row.id);
};

/**
 * What was said in dms, and their threads, since somebody is said to have been there or not: with two people in it a dm
 * is a group. Elsewhere who is where changes no row.
 */
export const idsSaidInDms = async (
  sql: Sql,
  rosterOf: readonly string[],
  messageIds: readonly string[],
): Promise<readonly string[]> => {
  const rows = await sql.query<{ id: string }>(
    `with met(source_id, at) as (
       select id, '-infinity'::timestamptz from unnest($1::uuid[]) as id
       union all select source_id, min(sent_at) from messages where record_id = any($2::uuid[]) group by source_id),
     dms(source_id, at) as (
       select below.source_id, min(met.at) from met join sources s using (source_id)
       join sources root on root.source_id = s.root_id and root.source_type = 'dm'
       join sources below on below.root_id = root.source_id group by below.source_id)
     select memory_id as id from memories join dms using (source_id) where observed_at >= at
     union all
     select record_id from messages join dms using (source_id) where read_position > 0 and sent_at >= at`,
    [rosterOf, messageIds],
  );
  return rows.map((row) => row.id);
};

interface Indexable {
  readonly tenant_id: string;
  readonly id: string;
}

/** Memories and read messages that have words, in order of id behind `after`. */
export const indexable = (sql: Sql, after: string, limit: number): Promise<readonly Indexable[]> =>
  sql.query<Indexable>(
    `select tenant_id, id from (
       select tenant_id, memory_id as id from memories where content is not null
       union all select tenant_id, record_id from messages where text is not null and read_position > 0) as all_rows
     where id > $1 order by id limit $2`,
    [after, limit],
  );
