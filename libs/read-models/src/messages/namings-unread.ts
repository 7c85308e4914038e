import type { Sql } from '#database';

interface KnownName {
  readonly key: string;
  readonly entity_id: string;
  readonly position: string;
}

/**
 * Of whoever came to be known by a name, or came by it: which confidences look it up and were read before that.
 *
 * INVARIANT: until such a message is read again, whoever bears the name counts as one whom it is kept from. It stays so
 * where it cannot be read.
 */
export const noteNamings = async (sql: Sql, tenantId: string, names: readonly KnownName[]): Promise<void> => {
  await sql.query(
    `insert into namings_unread (record_id, entity_id)
     select distinct m.record_id, known.entity_id
     from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as known(key, entity_id, position)
     join messages m on m.name_keys @> array[known.key] and m.read_position < known.position
     where m.name_keys <> '{}' and m.tenant_id = $4 and m.read_position > 0 and m.erased_at is null
       and m.author_id <> known.entity_id and m.disclosure = 'conversation_private'
     on conflict do nothing`,
    [
      names.map(({ key }) => key),
      names.map(({ entity_id }) => entity_id),
      names.map(({ position }) => position),
      tenantId,
    ],
  );
};

/**
 * Who counts as one whom a row is kept from until such a message is read again: the message itself, what it says, and in
 * confidence what its author said there before, of which it may be the order.
 */
const keptUntilRead = (isMeant: string): string =>
  `case when m.disclosure = 'public' then '{}'::uuid[] else coalesce((select array_agg(distinct n.entity_id)
     from namings_unread n join messages o using (record_id) where ${isMeant}), '{}'::uuid[]) end`;

export const messageKeptUntilRead = keptUntilRead(
  'o.record_id = m.record_id or (o.author_id = m.author_id and o.source_id = m.source_id and o.sent_at >= m.sent_at)',
);

export const memoryKeptUntilRead = keptUntilRead(
  `(o.author_id = m.speaker_entity_id and o.source_id = m.source_id and o.sent_at >= m.observed_at)
   or exists (select from memory_evidence e where e.memory_id = m.memory_id and e.record_id = o.record_id)`,
);
