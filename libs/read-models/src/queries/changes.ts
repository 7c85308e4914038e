import type { Sql } from '#database';

export interface MessageRef {
  readonly platform: string;
  readonly messageId: string;
}

interface NamedMessage {
  readonly record_id: string;
  readonly platform: string;
  readonly source_id: string;
  readonly agent_id: string;
  readonly message_id: string;
  readonly sent_at: Date;
}

/** The messages that have these ids, each in whatever place knows it. */
export const messagesNamed = async (
  sql: Sql,
  tenantId: string,
  refs: readonly MessageRef[],
): Promise<readonly NamedMessage[]> => {
  if (refs.length === 0) return [];
  return sql.query<NamedMessage>(
    `select m.record_id, m.platform, m.source_id, m.agent_id, m.message_id, m.sent_at from unnest($2::text[], $3::text[]) as asked(platform, message_id)
     join messages m on m.tenant_id = $1 and m.platform = asked.platform and m.message_id = asked.message_id`,
    [tenantId, refs.map(({ platform }) => platform), refs.map(({ messageId }) => messageId)],
  );
};

/** Every name that these people are known by. */
export const namesKnownOf = async (sql: Sql, entityIds: readonly string[]): Promise<readonly string[]> => {
  if (entityIds.length === 0) return [];
  const rows = await sql.query<{ name: string }>(
    'select coalesce(handle, display_name) as name from entity_aliases where entity_id = any($1::uuid[])',
    [entityIds],
  );
  return rows.map(({ name }) => name);
};
