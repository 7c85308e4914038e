import type { Sql } from '#database';
import type { Memory } from '#domain';
import { memoryColumns, memoryOf, type MemoryRow } from '../memories/memory-rows.js';
import type { MessageRow } from '../messages/message-row.js';

/** Somebody has something forgotten, kept or told on: by a message, or by a call, which stands for one that nobody reads. */
export type GivenOrder = Pick<
  MessageRow,
  'record_id' | 'tenant_id' | 'agent_id' | 'author_id' | 'source_id' | 'sent_at' | 'received_at'
>;

/**
 * Of a message `m`: whether it was sent by the time of an order, whose times are these parameters.
 * What came with a time that had not come yet counts as sent when it was received (so it is recorded), and against when
 * the order was received: whoever gives the order has sent it by then, whatever the clock of either says.
 */
export const saidByThen = (sentAt: string, receivedAt: string): string =>
  `(m.sent_at <= ${sentAt} or (m.sent_at >= m.received_at and m.received_at <= ${receivedAt}))`;

/** What was held by then of what the speaker said, and of what is about them as far as `about` says. */
const heldOf = async (
  sql: Sql,
  order: GivenOrder,
  cluster: readonly string[],
  about: string,
): Promise<readonly Memory[]> => {
  const rows = await sql.query<MemoryRow>(
    `select ${memoryColumns('m')} from memories m
     where m.tenant_id = $1 and m.agent_id = $2 and m.content is not null and m.status <> 'forgotten'
       and (m.speaker_entity_id = any($3::uuid[]) or (m.subject_entity_ids && $3::uuid[] and ${about}))
       and (m.first_observed_at <= $5 or m.memory_id in (
         select e.memory_id from messages m join memory_evidence e using (record_id)
         where m.tenant_id = $1 and m.sent_at > $5 and m.sent_at >= m.received_at and m.received_at <= $6))
       and $4::uuid is not null`,
    [order.tenant_id, order.agent_id, cluster, order.source_id, order.sent_at, order.received_at],
  );
  return rows.map(memoryOf);
};

/**
 * Of which an operator was asked whether it is about one of these people or another, and has not said: it may be theirs,
 * and nobody could be asked any more once they are gone.
 */
export const memoriesMaybeAbout = async (
  sql: Sql,
  tenantId: string,
  entityIds: readonly string[],
  by: Date,
): Promise<readonly string[]> => {
  const rows = await sql.query<{ memory_id: string }>(
    `select m.memory_id from review_items r join memories m on m.memory_id = any(r.memory_ids)
     where r.tenant_id = $1 and r.kind = 'identity_disambiguation' and r.candidates && $2::uuid[]
       and m.metadata -> 'candidates' ?| $2::text[] and m.first_observed_at <= $3`,
    [tenantId, entityIds, by],
  );
  return rows.map(({ memory_id: memoryId }) => memoryId);
};

/** What the speaker said, or what is about them: not what others confided of them elsewhere. */
export const ownMemories = (
  sql: Sql,
  order: GivenOrder,
  cluster: readonly string[],
): Promise<readonly Memory[]> => heldOf(sql, order, cluster, "(m.disclosure = 'public' or m.source_id = $4)");

/** What was held by then of what was said in the order's place about nobody: when something is, where it is. */
export const memoriesOfPlace = async (sql: Sql, order: GivenOrder): Promise<readonly Memory[]> => {
  const rows = await sql.query<MemoryRow>(
    `select ${memoryColumns('m')} from memories m
     where m.tenant_id = $1 and m.agent_id = $2 and m.source_id = $3 and m.content is not null and m.status <> 'forgotten'
       and m.subject_entity_ids = '{}' and m.first_observed_at <= $4`,
    [order.tenant_id, order.agent_id, order.source_id, order.sent_at],
  );
  return rows.map(memoryOf);
};

/**
 * All that "forget everything about me" covers: what others told of the speaker in confidence, too.
 * INVARIANT: whoever orders is not told that such a memory exists; an answer that counts what was forgotten counts `ownMemories`.
 */
export const everythingOf = async (
  sql: Sql,
  order: GivenOrder,
  cluster: readonly string[],
): Promise<readonly Memory[]> => {
  const undecided = await memoriesMaybeAbout(sql, order.tenant_id, cluster, order.sent_at);
  const rows =
    undecided.length === 0
      ? []
      : await sql.query<MemoryRow>(
          `select ${memoryColumns('m')} from memories m
     where m.memory_id = any($1::uuid[]) and m.agent_id = $2 and m.content is not null and m.status <> 'forgotten'`,
          [undecided, order.agent_id],
        );
  return [...(await heldOf(sql, order, cluster, 'true')), ...rows.map(memoryOf)];
};

/** What is held of a message and not forgotten. */
export const memoryIdsFrom = async (sql: Sql, recordId: string): Promise<ReadonlySet<string>> => {
  const rows = await sql.query<{ memory_id: string }>(
    `select distinct m.memory_id from memories m join memory_evidence e using (memory_id)
     where e.record_id = $1 and m.content is not null and m.status <> 'forgotten'`,
    [recordId],
  );
  return new Set(rows.map((row) => row.memory_id));
};

/**
 * The author's last messages before this one, as they were then, the last first.
 * INVARIANT: a message that was deleted since is still the one that was meant; "that" never moves on to the one before it.
 */
export const lastSaidBefore = async (
  sql: Sql,
  order: GivenOrder,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await sql.query<{ record_id: string }>(
    `select m.record_id from messages m
     where m.source_id = $1 and m.author_id = $2 and m.record_id <> $4 and (m.deleted_at is null or m.deleted_at >= $3)
       and ((m.sent_at, m.record_id) < ($3, $4::uuid) or (m.sent_at > $3 and ${saidByThen('$3', '$5')}))
     order by m.sent_at desc, m.record_id desc limit ${String(limit)}`,
    [order.source_id, order.author_id, order.sent_at, order.record_id, order.received_at],
  );
  return rows.map(({ record_id: id }) => id);
};

/** The author's last messages before an order that they give elsewhere, in any place since `since`, the last first: as above. */
export const lastWrittenSince = (
  sql: Sql,
  order: GivenOrder,
  since: Date,
  limit: number,
): Promise<readonly { readonly record_id: string; readonly text: string | null }[]> =>
  sql.query(
    `select m.record_id, m.text from messages m
     where m.author_id = $1 and m.tenant_id = $2 and m.agent_id = $3
       and (m.deleted_at is null or m.deleted_at >= $4)
       and (m.sent_at, m.record_id) < ($4, $5::uuid) and m.sent_at >= $6
     order by m.sent_at desc, m.record_id desc limit ${String(limit)}`,
    [order.author_id, order.tenant_id, order.agent_id, order.sent_at, order.record_id, since],
  );

/** Of these, what every message that said it says in other words since. */
export const rewordedSince = async (
  sql: Sql,
  memoryIds: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> => {
  const rows = await sql.query<{ memory_id: string }>(
    `select e.memory_id from memory_evidence e join messages m using (record_id)
     where e.memory_id = any($1::uuid[]) group by e.memory_id having bool_and(coalesce(m.edited_at > $2, false))`,
    [memoryIds, at],
  );
  return new Set(rows.map((row) => row.memory_id));
};

/** A message that somebody wrote before an order of theirs. */
export interface OwnMessage {
  readonly record_id: string;
  readonly source_id: string;
  readonly text: string;
}

/** What its author had written by the time of an order to the same agent, in any place, and holds all of these parts of words, in lower case. */
export const ownMessagesWith = (
  sql: Sql,
  order: GivenOrder,
  cluster: readonly string[],
  parts: readonly string[],
): Promise<readonly OwnMessage[]> =>
  sql.query<OwnMessage>(
    `select m.record_id, m.source_id, m.text from messages m
     where m.author_id = any($1::uuid[]) and m.tenant_id = $2 and m.agent_id = $3 and m.text is not null
       and m.record_id <> $4 and ${saidByThen('$5', '$6')}
       and (select bool_and(strpos(lower(normalize(m.text, NFKC)), part) > 0) from unnest($7::text[]) as part)`,
    [cluster, order.tenant_id, order.agent_id, order.record_id, order.sent_at, order.received_at, parts],
  );

/** Of these messages, the place of each. */
export const placesOfMessages = async (
  sql: Sql,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await sql.query<Pick<OwnMessage, 'record_id' | 'source_id'>>(
    'select record_id, source_id from messages where record_id = any($1::uuid[])',
    [recordIds],
  );
  return new Map(rows.map((row) => [row.record_id, row.source_id]));
};
