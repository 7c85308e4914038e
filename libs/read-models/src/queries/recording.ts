import type { Sql } from '#database';
import type {
  AccountState,
  EntityType,
  PlaceStatement,
  SourceAccess,
  SourceHistory,
  SourceState,
} from '#domain';
import type { MessageRef } from './changes.js';

interface AccountRow {
  /** One row a name that they were known by. */
  readonly name: string | null;
  readonly first_at: Date | null;
  readonly entity_id: string;
  readonly entity_type: EntityType;
  readonly handle: string | null;
  readonly handle_at: Date | null;
  readonly display_name: string | null;
  readonly display_name_at: Date | null;
}

/** These accounts, by entity. */
export const knownAccounts = async (
  sql: Sql,
  entityIds: readonly string[],
): Promise<Map<string, AccountState>> => {
  const rows = await sql.query<AccountRow>(
    `select a.entity_id, e.entity_type, a.handle, a.handle_at, a.display_name, a.display_name_at,
       case when named.handle is null then 'd:' || lower(named.display_name) else 'h:' || lower(named.handle) end as name, named.first_at
     from accounts a join entities e using (entity_id) left join entity_aliases named using (entity_id)
     where a.entity_id = any($1::uuid[])`,
    [entityIds],
  );
  const firstSeen = new Map<string, Map<string, Date>>();
  for (const { entity_id: id, name, first_at: at } of rows)
    if (name !== null && at !== null)
      firstSeen.set(id, (firstSeen.get(id) ?? new Map<string, Date>()).set(name, at));
  return new Map(
    rows.map((row) => [
      row.entity_id,
      {
        entityType: row.entity_type,
        handle: row.handle,
        handleAt: row.handle_at,
        displayName: row.display_name,
        displayNameAt: row.display_name_at,
        firstSeen: firstSeen.get(row.entity_id) ?? new Map<string, Date>(),
      },
    ]),
  );
};

/** These sources, with what was said of them. */
export const knownSources = async (
  sql: Sql,
  sourceIds: readonly string[],
): Promise<Map<string, SourceState>> => {
  const rows = await sql.query<{
    source_id: string;
    parents: readonly PlaceStatement[];
    accesses: readonly PlaceStatement<SourceAccess>[];
    histories: readonly PlaceStatement<SourceHistory>[];
    name: string | null;
    at: Date;
    created_at: Date;
  }>(
    `select source_id, parents, accesses, histories, name, created_at, greatest(name_at, created_at) as at
     from sources where source_id = any($1::uuid[])`,
    [sourceIds],
  );
  return new Map(
    rows.map((row) => [
      row.source_id,
      {
        parents: row.parents,
        accesses: row.accesses,
        histories: row.histories,
        name: row.name,
        at: row.at,
        since: row.created_at,
      },
    ]),
  );
};

/** `source|entity` to when the place knew them first. */
export const knownSince = async (
  sql: Sql,
  sourceIds: readonly string[],
  entityIds: readonly string[],
): Promise<Map<string, Date>> => {
  const rows = await sql.query<{ source_id: string; entity_id: string; since: Date }>(
    `select source_id, entity_id, min(active_from) as since from source_participants
     where source_id = any($1::uuid[]) and entity_id = any($2::uuid[]) group by 1, 2`,
    [sourceIds, entityIds],
  );
  return new Map(rows.map((row) => [`${row.source_id}|${row.entity_id}`, row.since]));
};

/** Of these, the messages that are recorded already, with the agent whose each is. */
export const agentsOfRecorded = async (
  sql: Sql,
  recordIds: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await sql.query<{ record_id: string; agent_id: string }>(
    'select record_id, agent_id from messages where record_id = any($1::uuid[])',
    [recordIds],
  );
  return new Map(rows.map((row) => [row.record_id, row.agent_id]));
};

/** A deletion; without a place where it named none, and its message has not come. */
interface Deleted extends MessageRef {
  readonly sourceId: string | null;
  /** Of whose messages alone it is; null: of any agent's. */
  readonly agentId: string | null;
}

/** Of these, the messages that were deleted, come or not, or erased: no words of them are taken any more. */
export const deletedAmong = async (
  sql: Sql,
  tenantId: string,
  refs: readonly MessageRef[],
): Promise<readonly Deleted[]> => {
  if (refs.length === 0) return [];
  const rows = await sql.query<{
    platform: string;
    message_id: string;
    source_id: string | null;
    agent_id: string | null;
  }>(
    `select r.platform, r.message_id, r.source_id, r.agent_id from unnest($2::text[], $3::text[]) as asked(platform, message_id)
     join message_revisions r on r.tenant_id = $1 and r.platform = asked.platform and r.message_id = asked.message_id
     where r.kind = 'deleted'
     union select m.platform, m.message_id, m.source_id, null from unnest($2::text[], $3::text[]) as asked(platform, message_id)
     join messages m on m.tenant_id = $1 and m.platform = asked.platform and m.message_id = asked.message_id where m.erased_at is not null`,
    [tenantId, refs.map(({ platform }) => platform), refs.map(({ messageId }) => messageId)],
  );
  return rows.map((row) => ({
    platform: row.platform,
    messageId: row.message_id,
    sourceId: row.source_id,
    agentId: row.agent_id,
  }));
};

/** Platforms on which one message id was seen in two places. */
export const platformsWithIdsPerPlace = async (sql: Sql, tenantId: string): Promise<readonly string[]> => {
  const rows = await sql.query<{ platform: string }>(
    'select platform from ids_per_place where tenant_id = $1',
    [tenantId],
  );
  return rows.map(({ platform }) => platform);
};

/** Of one who may have written a message that is not recorded. */
export interface UnrecordedMessage {
  readonly tenantId: string;
  readonly agentId: string;
  readonly authorId: string;
  readonly sentAt: Date;
  readonly storedAt: Date;
}

/** Everything about its author was asked to be forgotten, by somebody who had sent it by then. */
export const isAuthorForgotten = async (sql: Sql, message: UnrecordedMessage): Promise<boolean> => {
  const rows = await sql.query(
    `select from standing_orders s left join messages o using (record_id)
      where s.tenant_id = $1 and s.is_everything and not s.keeps_own and s.agent_id = $2 and s.author_ids @> array[$3::uuid]
        and (s.at >= $4 or ($4 >= $5 and coalesce(o.received_at, s.at) >= $5)) limit 1`,
    [message.tenantId, message.agentId, message.authorId, message.sentAt, message.storedAt],
  );
  return rows.length > 0;
};
