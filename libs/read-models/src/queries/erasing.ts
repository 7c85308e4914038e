import type { Sql } from '#database';

/** What of a person, or of a place, an erasure reaches; up to when it was ordered. */
export interface Reached {
  readonly tenantId: string;
  readonly entityIds: readonly string[];
  readonly sourceIds: readonly string[];
  readonly at: Date;
}

const ids = async (rows: Promise<readonly { readonly id: string }[]>): Promise<readonly string[]> =>
  (await rows).map(({ id }) => id);

const saidByThen =
  '(m.sent_at <= $3 or (m.sent_at >= m.received_at and m.received_at <= $3) or m.recorded_at <= $3)';

/** Their messages, deleted ones too: what sealed those is still there. */
export const messagesSaidBy = (sql: Sql, { tenantId, entityIds, sourceIds, at }: Reached) =>
  ids(
    sql.query(
      `select m.record_id as id from messages m
       where m.tenant_id = $1 and m.author_id = any($2::uuid[]) and m.erased_at is null and ${saidByThen}
         and ($4::uuid[] = '{}' or m.source_id = any($4::uuid[]))`,
      [tenantId, entityIds, at, sourceIds],
    ),
  );

export const messagesSaidIn = (sql: Sql, { tenantId, sourceIds, at }: Reached) =>
  ids(
    sql.query(
      `select m.record_id as id from messages m
       where m.tenant_id = $1 and m.source_id = any($2::uuid[]) and m.erased_at is null and ${saidByThen}`,
      [tenantId, sourceIds, at],
    ),
  );

/** From which these memories were drawn. */
export const messagesStating = (sql: Sql, tenantId: string, memoryIds: readonly string[]) =>
  ids(
    sql.query(
      `select distinct m.record_id as id from memory_evidence e join messages m using (record_id)
       where m.tenant_id = $1 and e.memory_id = any($2::uuid[]) and m.erased_at is null`,
      [tenantId, memoryIds],
    ),
  );

/** What they said, and what they alone were let know. */
export const memoriesSaidBy = (sql: Sql, { tenantId, entityIds, sourceIds, at }: Reached) =>
  ids(
    sql.query(
      `select memory_id as id from memories
       where tenant_id = $1 and first_observed_at <= $3 and ($4::uuid[] = '{}' or source_id = any($4::uuid[]))
         and (speaker_entity_id = any($2::uuid[]) or (shared_in is not null and owner_entity_id = any($2::uuid[])))`,
      [tenantId, entityIds, at, sourceIds],
    ),
  );

export const memoriesAbout = (sql: Sql, { tenantId, entityIds, at }: Reached) =>
  ids(
    sql.query(
      `select memory_id as id from memories
       where tenant_id = $1 and first_observed_at <= $3 and (subject_entity_ids && $2::uuid[] or owner_entity_id = any($2::uuid[]))`,
      [tenantId, entityIds, at],
    ),
  );

/** What was learned in these places and nowhere else. */
export const memoriesOnlyOf = (sql: Sql, { tenantId, sourceIds, at }: Reached) =>
  ids(
    sql.query(
      `select m.memory_id as id from memories m
       where m.tenant_id = $1 and m.first_observed_at <= $3
         and (m.source_id = any($2::uuid[]) or exists (select from memory_evidence e join messages s using (record_id)
               where e.memory_id = m.memory_id and s.source_id = any($2::uuid[])))
         and not exists (select from memory_evidence e join messages s using (record_id)
               where e.memory_id = m.memory_id and s.source_id <> all($2::uuid[]))`,
      [tenantId, sourceIds, at],
    ),
  );

/** A place with its threads. */
export const placeWithThreads = (sql: Sql, tenantId: string, sourceId: string) =>
  ids(
    sql.query(
      `with recursive below(source_id, depth) as (
         select source_id, 0 from sources where tenant_id = $1 and source_id = $2
         union select s.source_id, depth + 1 from below join sources s on s.parent_source_id = below.source_id where depth < 8)
       select distinct source_id as id from below`,
      [tenantId, sourceId],
    ),
  );

/** Private places of theirs alone: what those are called tells who they are. */
export const dmsOf = (sql: Sql, tenantId: string, entityIds: readonly string[]) =>
  ids(
    sql.query(
      `select s.source_id as id from sources s where s.tenant_id = $1 and s.source_type = 'dm'
         and exists (select from source_participants p where p.source_id = s.source_id and p.entity_id = any($2::uuid[]))
         and not exists (select from source_participants p join entities e using (entity_id)
               where p.source_id = s.source_id and p.entity_id <> all($2::uuid[]) and e.entity_type not in ('agent', 'system'))`,
      [tenantId, entityIds],
    ),
  );

/** Whom nobody knows but by what goes with these memories: no account is theirs, and no other memory speaks of them. */
export const peopleOnlyIn = (
  sql: Sql,
  tenantId: string,
  memoryIds: readonly string[],
  speakerIds: readonly string[],
) =>
  ids(
    sql.query(
      `with met as (
         select distinct id from memories m cross join unnest(m.subject_entity_ids) as id where m.memory_id = any($2::uuid[])
         union select k.entity_id from kin_namings k where k.tenant_id = $1
           and (k.speaker_id = any($3::uuid[]) or k.memory_id = any($2::uuid[])))
       select met.id from met
       where not exists (select from accounts a where a.entity_id = met.id)
         and not exists (select from memories m where m.tenant_id = $1 and m.memory_id <> all($2::uuid[]) and m.content is not null
               and (m.subject_entity_ids @> array[met.id] or m.speaker_entity_id = met.id))
         and not exists (select from kin_namings k where k.entity_id = met.id and k.memory_id <> all($2::uuid[]) and k.speaker_id <> all($3::uuid[]))`,
      [tenantId, memoryIds, speakerIds],
    ),
  );

/** Links, proposed or decided, of these people. */
export const linksOf = (sql: Sql, tenantId: string, entityIds: readonly string[]) =>
  ids(
    sql.query(
      'select link_id as id from identity_links where tenant_id = $1 and (from_entity = any($2::uuid[]) or to_entity = any($2::uuid[]))',
      [tenantId, entityIds],
    ),
  );

/** Reviews that were raised about these memories, in the words of whoever did. */
export const reviewsRaisedOf = (sql: Sql, tenantId: string, memoryIds: readonly string[]) =>
  ids(
    sql.query(
      'select review_id as id from review_items where tenant_id = $1 and memory_ids && $2::uuid[] and review_id <> all(memory_ids)',
      [tenantId, memoryIds],
    ),
  );

/** Agents that remember anything here. */
export const agentsRemembering = (sql: Sql, tenantId: string) =>
  ids(
    sql.query(
      `select distinct agent_id as id from messages where tenant_id = $1
       union select distinct agent_id from memories where tenant_id = $1 and agent_id is not null`,
      [tenantId],
    ),
  );

export interface ErasableMessage {
  readonly record_id: string;
  readonly platform: string;
  readonly message_id: string;
  readonly source_id: string;
  readonly text: string | null;
  /** As it was before it was edited. */
  readonly versions: readonly string[];
}

export const erasableMessages = (
  sql: Sql,
  tenantId: string,
  recordIds: readonly string[],
): Promise<readonly ErasableMessage[]> =>
  sql.query<ErasableMessage>(
    `select m.record_id, m.platform, m.message_id, m.source_id, m.text,
       coalesce((select array_agg(r.text) from message_revisions r where r.tenant_id = m.tenant_id and r.platform = m.platform
         and r.message_id = m.message_id and r.source_id is not distinct from m.source_id and r.text is not null), '{}') as versions
     from messages m where m.tenant_id = $1 and m.record_id = any($2::uuid[]) and m.erased_at is null`,
    [tenantId, recordIds],
  );

export interface ErasableMemory {
  readonly memory_id: string;
  readonly status: string;
  readonly content: string | null;
  readonly value: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly first_observed_at: Date;
}

export const erasableMemories = (
  sql: Sql,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<readonly ErasableMemory[]> =>
  sql.query<ErasableMemory>(
    `select memory_id, status, content, value, metadata, first_observed_at from memories
     where tenant_id = $1 and memory_id = any($2::uuid[])`,
    [tenantId, memoryIds],
  );

/** Of these, the names that nobody else bears, and the ids that platforms have of them. */
export const namesOnlyOf = async (
  sql: Sql,
  tenantId: string,
  entityIds: readonly string[],
): Promise<readonly string[]> => {
  const rows = await sql.query<{ name: string }>(
    `select distinct coalesce(a.handle, a.display_name) as name from entity_aliases a
     where a.tenant_id = $1 and a.entity_id = any($2::uuid[])
       and not exists (select from entity_aliases o where o.tenant_id = $1 and o.entity_id <> all($2::uuid[])
         and lower(coalesce(o.handle, o.display_name)) = lower(coalesce(a.handle, a.display_name)))`,
    [tenantId, entityIds],
  );
  const called = await sql.query<{ name: string | null }>(
    `select unnest(array[a.platform_user_id, e.first_name || ' ' || e.last_name, e.external_id]) as name
     from entities e left join accounts a using (entity_id) where e.entity_id = any($1::uuid[])`,
    [entityIds],
  );
  return [...rows, ...called].flatMap(({ name }) => name ?? []);
};

export const placeNames = async (sql: Sql, sourceIds: readonly string[]): Promise<readonly string[]> => {
  const rows = await sql.query<{ name: string }>(
    'select name from sources where source_id = any($1::uuid[]) and name is not null',
    [sourceIds],
  );
  return rows.map(({ name }) => name);
};

/** Words of others that stay, names that others bear, and platforms, a page at a time: what stands in them is not of the erased alone. */
export const wordsThatStay = (
  sql: Sql,
  tenantId: string,
  { entityIds, sourceIds }: Pick<Reached, 'entityIds' | 'sourceIds'>,
  after: string,
  limit: number,
): Promise<readonly { readonly id: string; readonly words: string }[]> =>
  sql.query(
    `select id, words from (
       select memory_id as id, concat_ws(' ', content, topic, value, metadata::text) as words from memories where tenant_id = $1 and content is not null
       union all select record_id, text from messages where tenant_id = $1 and text is not null
       union all select alias_id, concat_ws(' ', handle, display_name) from entity_aliases where tenant_id = $1 and entity_id <> all($4::uuid[])
       union all select source_id, concat_ws(' ', case when source_id <> all($5::uuid[]) then name end, platform) from sources where tenant_id = $1) as kept
     where id > $2 order by id limit $3`,
    [tenantId, after, limit, entityIds, sourceIds],
  );

/** Whether one of these was ever seen in that place. */
export const hasBeenIn = async (
  sql: Sql,
  sourceId: string,
  entityIds: readonly string[],
): Promise<boolean> => {
  const rows = await sql.query(
    'select from source_participants where source_id = $1 and entity_id = any($2::uuid[]) limit 1',
    [sourceId, entityIds],
  );
  return rows.length > 0;
};
