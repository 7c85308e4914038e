import type { Sql } from '#database';
import { kinKeyOf, nameKeyOf, orderKeyOf } from '#domain';
import type { LogWriter } from '#event-log';
import type { Reading } from '#extraction';
import { contextWindowMs, kinChangedSince, nameForms, type MessageRow } from '#read-models';
import type { ExtractedMessage, MessageInContext } from './message-context.js';

interface ChangedMessage {
  readonly source_id: string;
  readonly message_id: string;
  readonly sent_at: Date;
}

/** What came to be known after a position. */
interface Changed {
  /** Of names, and of those whom somebody named as theirs, by their keys. */
  readonly nameKeys: ReadonlySet<string>;
  readonly entityIds: ReadonlySet<string>;
  /** New, edited or deleted, by source. */
  readonly messages: ReadonlyMap<string, readonly ChangedMessage[]>;
  /** Sources that turned out to hang or to be restricted otherwise. */
  readonly placeIds: ReadonlySet<string>;
}

/** The last position of a tenant's log. */
export const logHead = async (sql: Sql, tenantId: string): Promise<bigint> => {
  const [row] = await sql.query<{ head: string | null }>(
    'select max(position) as head from events where tenant_id = $1',
    [tenantId],
  );
  return BigInt(row?.head ?? 0);
};

export const nameKeysOf = (
  tenantId: string,
  row: Pick<MessageRow, 'author_id' | 'source_id'>,
  reading: Reading,
): string[] =>
  [
    ...[...new Set(reading.namesLookedUp.flatMap(nameForms))].map((form) => nameKeyOf(tenantId, form)),
    ...(reading.usedKin ? [kinKeyOf(tenantId, row.author_id)] : []),
    ...(reading.directives.some(({ kind }) => kind.startsWith('forget'))
      ? [orderKeyOf(tenantId, row.author_id), orderKeyOf(tenantId, row.source_id)]
      : []),
  ].sort();

const peopleSince = async (sql: Sql, tenantId: string, position: bigint) => {
  const rows = await sql.query<{ entity_id: string }>(
    `select data ->> 'entityId' as entity_id from events where tenant_id = $1 and position > $2::bigint
       and type in ('AccountRegistered', 'ProfileObserved', 'ParticipantJoined')
     union select n.entity_id from events e cross join lateral jsonb_array_elements_text(e.data -> 'newcomers') as n(entity_id)
       where e.tenant_id = $1 and e.position > $2::bigint and e.type = 'MessageRecorded'`,
    [tenantId, position.toString()],
  );
  const entityIds = rows.map((row) => row.entity_id);
  const names =
    entityIds.length === 0
      ? []
      : await sql.query<{ name: string }>(
          'select coalesce(handle, display_name) as name from entity_aliases where entity_id = any($1::uuid[])',
          [entityIds],
        );
  return {
    nameKeys: new Set([
      ...names.flatMap(({ name }) => nameForms(name)).map((form) => nameKeyOf(tenantId, form)),
      ...(await kinChangedSince(sql, tenantId, position)).map((speakerId) => kinKeyOf(tenantId, speakerId)),
    ]),
    entityIds: new Set(entityIds),
  };
};

const messagesSince = async (
  sql: Sql,
  tenantId: string,
  position: bigint,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ChangedMessage[]>> => {
  const rows = await sql.query<ChangedMessage>(
    `select m.source_id, m.message_id, m.sent_at from events e
     join messages m on m.tenant_id = e.tenant_id and m.platform = e.data ->> 'platform' and m.message_id = e.data ->> 'messageId'
     where e.tenant_id = $1 and e.position > $2::bigint and e.type in ('MessageRecorded', 'MessageEdited', 'MessageDeleted')
       and m.source_id = any($3::uuid[])`,
    [tenantId, position.toString(), sourceIds],
  );
  const bySource = new Map<string, ChangedMessage[]>();
  for (const row of rows) bySource.set(row.source_id, [...(bySource.get(row.source_id) ?? []), row]);
  return bySource;
};

const placesMovedSince = async (
  sql: Sql,
  position: bigint,
  sourceIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await sql.query<{ source_id: string }>(
    'select source_id from sources where source_id = any($1::uuid[]) and moved_position > $2::bigint',
    [sourceIds, position.toString()],
  );
  return new Set(rows.map((row) => row.source_id));
};

const changedSince = async (
  sql: Sql,
  tenantId: string,
  position: bigint,
  sourceIds: readonly string[],
): Promise<Changed> => ({
  ...(await peopleSince(sql, tenantId, position)),
  messages: await messagesSince(sql, tenantId, position, sourceIds),
  placeIds: await placesMovedSince(sql, position, sourceIds),
});

/** A message was read in the light of those before it, and of the one that it replies to. */
const wasInItsLight = (row: MessageRow, reading: Reading, other: ChangedMessage): boolean => {
  if (row.reply_to === other.message_id) return true;
  const ago = row.sent_at.getTime() - other.sent_at.getTime();
  return reading.usedContext && ago >= 0 && ago <= contextWindowMs;
};

const hasMoved = (tenantId: string, { message, reading }: ExtractedMessage, changed: Changed): boolean => {
  const { row, place } = message;
  return (
    changed.placeIds.has(row.source_id) ||
    (place.type === 'dm' && changed.entityIds.has(row.author_id)) ||
    (changed.messages.get(row.source_id) ?? []).some((other) => wasInItsLight(row, reading, other)) ||
    (changed.nameKeys.size > 0 && nameKeysOf(tenantId, row, reading).some((key) => changed.nameKeys.has(key)))
  );
};

/**
 * INVARIANT: what was read with what was known at `head` is held only when nothing of that has changed since, by
 * whomever: the rest stays on the list and is read again. So it makes no difference how long ago it was loaded.
 */
export const withoutStale = async (
  writer: LogWriter,
  tenantId: string,
  items: readonly ExtractedMessage[],
  head: bigint,
): Promise<readonly ExtractedMessage[]> => {
  const positions = await writer.sql.query<{ record_id: string; position: string }>(
    'select record_id, position from messages where record_id = any($1::uuid[]) and needs_reading',
    [items.map(({ message }) => message.row.record_id)],
  );
  const positionOf = new Map(positions.map((row) => [row.record_id, row.position]));
  const sourceIds = [...new Set(items.map(({ message }) => message.row.source_id))];
  const changed = await changedSince(writer.sql, tenantId, head, sourceIds);
  const isUnchanged = ({ row }: MessageInContext): boolean =>
    positionOf.get(row.record_id) === String(row.position);
  return items.filter((item) => isUnchanged(item.message) && !hasMoved(tenantId, item, changed));
};
