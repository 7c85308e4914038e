import type { Sql } from '#database';
import { memoryColumns, type MemoryRow } from '../memories/memory-rows.js';
import { messages, type MessageRow } from '../messages/message-row.js';
import { formsIn } from '../people/name-forms.js';
import { saidByThen, type GivenOrder } from './order-target.js';

const messageColumns = Object.keys(messages.columns).join(', ');

/** A message whose words may go. */
export type Erasable = Pick<MessageRow, 'record_id' | 'platform' | 'message_id' | 'source_id'>;

/** The speaker's own messages from which nothing is left once these memories are forgotten. */
export const messagesBereft = (
  sql: Sql,
  order: GivenOrder,
  cluster: readonly string[],
  memoryIds: readonly string[],
): Promise<readonly Erasable[]> =>
  sql.query<Erasable>(
    `select distinct m.record_id, m.platform, m.message_id, m.source_id from messages m join memory_evidence e using (record_id)
     where m.tenant_id = $1 and m.author_id = any($2::uuid[]) and m.deleted_at is null and m.record_id <> $4 and ${saidByThen('$5', '$6')}
       and e.memory_id = any($3::uuid[])
       and not exists (select 1 from memory_evidence other join memories held using (memory_id)
                       where other.record_id = m.record_id and held.status <> 'forgotten' and not held.memory_id = any($3::uuid[]))`,
    [order.tenant_id, cluster, memoryIds, order.record_id, order.sent_at, order.received_at],
  );

/** All that the speaker said to this agent so far, the order itself with it. */
export const allMessagesOf = (
  sql: Sql,
  order: GivenOrder,
  cluster: readonly string[],
): Promise<readonly Erasable[]> =>
  sql.query<Erasable>(
    `select m.record_id, m.platform, m.message_id, m.source_id from messages m
     where m.tenant_id = $1 and m.agent_id = $2 and m.author_id = any($3::uuid[]) and m.deleted_at is null and ${saidByThen('$4', '$5')}`,
    [order.tenant_id, order.agent_id, cluster, order.sent_at, order.received_at],
  );

/**
 * Of these messages of the speaker, those of which nothing is held: no memory leads to their words. What was edited after
 * the order is said after it.
 */
export const messagesUnheld = (
  sql: Sql,
  order: GivenOrder,
  recordIds: readonly string[],
): Promise<readonly Erasable[]> =>
  sql.query<Erasable>(
    `select m.record_id, m.platform, m.message_id, m.source_id from messages m
     where m.tenant_id = $1 and m.author_id = $2 and m.text is not null and m.record_id = any($3::uuid[]) and m.record_id <> $4
       and (m.edited_at is null or m.edited_at < $5)
       and not exists (select 1 from memory_evidence e where e.record_id = m.record_id)`,
    [order.tenant_id, order.author_id, recordIds, order.record_id, order.sent_at],
  );

/** Letters as names are looked up: without their marks. */
const plain = (column: string): string =>
  `translate(lower(regexp_replace(normalize(${column}, NFKD), '[\u0300-\u036f]', '', 'g')), '\u0142\u00f8\u0111', 'lod')`;

const patternsOf = (forms: ReadonlySet<string>): readonly string[] =>
  [...forms].map((form) => `%${form.replace(/[\\%_]/gu, '\\$&')}%`);

/** What others said by then that may speak of these people: by a form of a name, a mark, a pronoun just after, or as "you" in an answer. */
export const messagesNaming = async (
  sql: Sql,
  order: GivenOrder,
  cluster: readonly string[],
  forms: ReadonlySet<string>,
): Promise<readonly MessageRow[]> => {
  const rows = await sql.query<MessageRow & { readonly follows: boolean }>(
    `with named as materialized (
       select m.record_id, m.source_id, m.sent_at from messages m
       where m.tenant_id = $1 and m.agent_id = $2 and m.author_id <> all($3::uuid[]) and m.text is not null
         and ${saidByThen('$4', '$5')} and (m.mention_ids && $3::uuid[] or ${plain('m.text')} like any($6::text[])))
     select ${messageColumns}, record_id not in (select record_id from named) as follows from messages m
     where m.record_id in (select record_id from named)
        or (m.tenant_id = $1 and m.agent_id = $2 and m.author_id <> all($3::uuid[]) and m.text ~* '\\m(he|him|his|she|her|hers)\\M'
            and ${saidByThen('$4', '$5')} and exists (select from named n where n.source_id = m.source_id
              and m.sent_at between n.sent_at and n.sent_at + interval '30 minutes'))
        or (m.tenant_id = $1 and m.agent_id = $2 and m.author_id <> all($3::uuid[]) and m.reply_to is not null
            and m.text ~* '\\m(you|your|yours|yourself|u|ur)\\M' and ${saidByThen('$4', '$5')}
            and exists (select from messages r where r.source_id = m.source_id and r.message_id = m.reply_to
              and r.author_id = any($3::uuid[])))`,
    [order.tenant_id, order.agent_id, cluster, order.sent_at, order.received_at, patternsOf(forms)],
  );
  return rows.filter(
    (message) =>
      message.follows ||
      message.mention_ids.some((id) => cluster.includes(id)) ||
      [...formsIn(message.text ?? '')].some((form) => forms.has(form)),
  );
};

/** A memory that was stored without a message, with the platform of its place. */
export interface StatedMemoryRow extends MemoryRow {
  readonly platform: string;
}

/** What others had stored by then without a message, and that holds one of these forms of a name. */
export const memoriesStatedNaming = (
  sql: Sql,
  order: GivenOrder,
  cluster: readonly string[],
  forms: ReadonlySet<string>,
): Promise<readonly StatedMemoryRow[]> =>
  sql.query<StatedMemoryRow>(
    `select ${memoryColumns('m')}, s.platform from memories m join sources s using (source_id)
     where m.tenant_id = $1 and m.agent_id = $2 and m.content is not null and m.status <> 'forgotten'
       and m.speaker_entity_id <> all($3::uuid[]) and m.first_observed_at <= $4 and ${plain('m.content')} like any($5::text[])
       and not exists (select from memory_evidence e where e.memory_id = m.memory_id and e.record_id is not null)`,
    [order.tenant_id, order.agent_id, cluster, order.sent_at, patternsOf(forms)],
  );

/** A memory as one message says it. */
export interface SaidMemoryRow extends MemoryRow {
  readonly record_id: string;
  /** Whom it names beside its subject: "Neighbor: Bo". */
  readonly named_id: string | null;
}

/** What is held of these messages, each with whom it names. */
export const memoriesSaidIn = (sql: Sql, recordIds: readonly string[]): Promise<readonly SaidMemoryRow[]> =>
  sql.query<SaidMemoryRow>(
    `select ${memoryColumns('m')}, e.record_id, k.entity_id as named_id
     from memory_evidence e join memories m using (memory_id) left join kin_namings k using (memory_id, record_id)
     where e.record_id = any($1::uuid[]) and m.content is not null and m.status <> 'forgotten'`,
    [recordIds],
  );

/** Whom the facts of each of these messages are about. */
export const subjectsOfMessages = async (
  sql: Sql,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await sql.query<{ record_id: string; subject_ids: readonly string[] }>(
    `select e.record_id, array_agg(distinct s.id) as subject_ids from memory_evidence e join memories m using (memory_id)
     cross join lateral unnest(m.subject_entity_ids) as s(id) where e.record_id = any($1::uuid[]) group by e.record_id`,
    [recordIds],
  );
  return new Map(rows.map((row) => [row.record_id, row.subject_ids]));
};

export const messageRow = async (sql: Sql, recordId: string): Promise<MessageRow | null> => {
  const [row] = await sql.query<MessageRow>(`select ${messageColumns} from messages where record_id = $1`, [
    recordId,
  ]);
  return row ?? null;
};
