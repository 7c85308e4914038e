import type { Sql } from '#database';
import { derivedId } from '#domain';
import type { RecordedEvent, RecordedEventOf } from '#event-log';
import { saveAliasForms } from './alias-forms.js';

/** How a statement of oneself is labelled: `Goes by: Yu`; "does not go by" ends a name, and gives none. */
const selfNaming = 'goes-by';
const givesName = /^goes by: /iu;
const longestName = 64;
/** No platform is called so. */
const everyPlatform = '';

interface GivenAlias {
  readonly aliasId: string;
  readonly tenantId: string;
  readonly entityId: string;
  readonly name: string;
  readonly by: 'self' | 'operator' | 'said' | 'preferred';
  /** In whose places it means them; null: in all. */
  readonly platform: string | null;
  readonly at: Date;
  /** Of a name that somebody said: where, and the memory that it stands and falls with. */
  readonly placeId: string | null;
  readonly memoryId: string | null;
}

const save = async (sql: Sql, alias: GivenAlias): Promise<void> => {
  await sql.query(
    `insert into entity_aliases (alias_id, tenant_id, entity_id, platform, source_id, display_name, first_at, confidence, status, added_by, memory_id)
     values ($1, $2, $3, $9, $4, $5, $6, 1, 'active', $7, $8) on conflict do nothing`,
    [
      alias.aliasId,
      alias.tenantId,
      alias.entityId,
      alias.placeId,
      alias.name,
      alias.at,
      alias.by,
      alias.memoryId,
      alias.platform ?? everyPlatform,
    ],
  );
  await saveAliasForms(sql, [
    { alias_id: alias.aliasId, tenant_id: alias.tenantId, handle: null, display_name: alias.name },
  ]);
};

const remove = async (sql: Sql, aliasId: string): Promise<void> => {
  await sql.query('delete from entity_alias_forms where alias_id = $1', [aliasId]);
  await sql.query('delete from entity_aliases where alias_id = $1', [aliasId]);
};

/** The name in a statement of how its speaker is called. */
export const nameInStatement = (topic: string | null, content: string | null): string | null => {
  const name = content?.split(': ').slice(1).join(': ').trim() ?? '';
  return topic !== selfNaming || !givesName.test(content ?? '') || name === '' || name.length > longestName
    ? null
    : name;
};

/** "Call me Yu": a name for whoever said it, where it was said, as long as that is held. */
export const nameSaidIn = ({ tenantId, data }: RecordedEventOf<'MemoryCaptured'>): GivenAlias | null => {
  const { topic, content, speakerId, subjectIds, sourceId, memoryId, evidence } = data;
  const name = nameInStatement(topic, content);
  const isOfSelf = speakerId !== null && subjectIds.length === 1 && subjectIds[0] === speakerId;
  if (name === null || !isOfSelf) return null;
  return {
    aliasId: memoryId,
    tenantId,
    entityId: speakerId,
    name,
    by: 'said',
    at: evidence.observedAt,
    platform: null,
    placeId: sourceId,
    memoryId,
  };
};

/** As they want to be called: shown of them, and meant by it wherever it is said, until they want another name. */
const rename = async (
  sql: Sql,
  { tenantId, recordedAt, data }: RecordedEventOf<'PersonRenamed'>,
): Promise<void> => {
  const { entityId, name, at } = data;
  await sql.query('update entities set preferred_name = $2, updated_at = $3 where entity_id = $1', [
    entityId,
    name,
    recordedAt,
  ]);
  const aliasId = derivedId('alias', tenantId, entityId, 'preferred');
  await remove(sql, aliasId);
  if (name === null) return;
  await save(sql, {
    aliasId,
    tenantId,
    entityId,
    name,
    by: 'preferred',
    at,
    platform: null,
    placeId: null,
    memoryId: null,
  });
};

const project = async (sql: Sql, event: RecordedEvent): Promise<void> => {
  if (event.type === 'MemoryCaptured') {
    const alias = nameSaidIn(event);
    if (alias) await save(sql, alias);
  } else if (event.type === 'MemoryForgotten') await remove(sql, event.data.memoryId);
  else if (event.type === 'PersonRenamed') await rename(sql, event);
  else if (event.type === 'AliasAdded' && event.data.name !== null)
    await save(sql, {
      ...event.data,
      name: event.data.name,
      tenantId: event.tenantId,
      placeId: null,
      memoryId: null,
    });
  else if (event.type === 'AliasRevoked') await remove(sql, event.data.aliasId);
};

/** Names that people gave, beside those that their accounts bear. */
export const saveGivenNames = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  for (const event of events) await project(sql, event);
};
