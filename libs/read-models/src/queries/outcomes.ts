import type { Sql } from '#database';
import type { FactOutcome } from '#domain';
import { contextWindowMs } from '../messages/messages.js';

/** A message that an event posted, edited or deleted, and what came of reading it last. */
export interface ReadingOutcome {
  readonly record_id: string;
  readonly stream: string;
  readonly facts: readonly FactOutcome[] | null;
  readonly error: string | null;
  readonly position: string;
  readonly has_text: boolean;
  readonly is_unread: boolean;
}

/** Whether a message waits to be read, by the name of its table in a statement. */
const isUnread = (message: string): string =>
  `exists (select from extraction_queue q where q.record_id = ${message}.record_id)`;

const columns = `m.record_id, 'message-' || m.source_id || '+' || m.record_id as stream, o.facts, o.error, m.position,
  m.text is not null as has_text, ${isUnread('m')} as is_unread`;

export const outcomeOfPosted = (sql: Sql, recordId: string): Promise<readonly ReadingOutcome[]> =>
  sql.query<ReadingOutcome>(
    `select ${columns} from event_outcomes o join messages m using (record_id) where o.record_id = $1`,
    [recordId],
  );

/** Of which platform a message is, and for which agent it was published. */
export const publishedFor = async (
  sql: Sql,
  recordId: string,
): Promise<{ readonly platform: string; readonly agentId: string } | null> => {
  const [row] = await sql.query<{ platform: string; agent_id: string }>(
    'select platform, agent_id from messages where record_id = $1',
    [recordId],
  );
  return row ? { platform: row.platform, agentId: row.agent_id } : null;
};

/** Which of these, by their number, say something else than was recorded of them, and has not been changed since. */
export const saidOtherwise = async (
  sql: Sql,
  said: readonly {
    readonly at: number;
    readonly recordId: string;
    readonly messageId: string;
    readonly sourceId: string;
    readonly authorId: string;
    readonly text: string;
  }[],
): Promise<readonly number[]> => {
  if (said.length === 0) return [];
  const rows = await sql.query<{ at: number }>(
    `select given.at from json_to_recordset($1::json)
       as given(at int, record_id uuid, message_id text, source_id uuid, author_id uuid, text text)
     join messages as held on held.record_id = given.record_id
     where (held.message_id, held.source_id, held.author_id) is distinct from (given.message_id, given.source_id, given.author_id)
       or (held.edited_at is null and held.deleted_at is null and held.text <> given.text)`,
    [
      JSON.stringify(
        said.map(({ at, recordId, messageId, sourceId, authorId, text }) => ({
          at,
          record_id: recordId,
          message_id: messageId,
          source_id: sourceId,
          author_id: authorId,
          text,
        })),
      ),
    ],
  );
  return rows.map(({ at }) => at);
};

/** None where the message has not come yet, and none where it is of another agent than is named: the two are not told apart. */
export const outcomesOfRevised = (
  sql: Sql,
  tenantId: string,
  {
    platform,
    messageId,
    sourceId,
  }: { readonly platform: string; readonly messageId: string; readonly sourceId: string | null },
  agentId: string | null,
): Promise<readonly ReadingOutcome[]> =>
  sql.query<ReadingOutcome>(
    `select ${columns} from event_outcomes o join messages m using (record_id)
     where m.tenant_id = $1 and m.platform = $2 and m.message_id = $3 and ($4::uuid is null or m.source_id = $4::uuid)
       and ($5::uuid is null or m.agent_id = $5::uuid)`,
    [tenantId, platform, messageId, sourceId, agentId],
  );

interface Follower {
  readonly record_id: string;
  readonly is_unread: boolean;
}

/** What was read in the light of these messages, as they were before the revision at that position. */
export const followersOf = (
  sql: Sql,
  recordIds: readonly string[],
  position: string,
): Promise<readonly Follower[]> =>
  sql.query<Follower>(
    `select later.record_id, later.read_position < $2::bigint and ${isUnread('later')} as is_unread
     from messages changed join messages later on later.source_id = changed.source_id and later.record_id <> changed.record_id
     where changed.record_id = any($1::uuid[]) and later.read_position > 0
       and ((later.used_context and later.sent_at >= changed.sent_at and later.sent_at <= changed.sent_at + $3 * interval '1 millisecond')
         or later.reply_to = changed.message_id)`,
    [recordIds, position, contextWindowMs],
  );

/** The other messages that say these memories. */
export const witnessesOf = async (
  sql: Sql,
  memoryIds: readonly string[],
  recordIds: readonly string[],
): Promise<readonly Follower[]> => {
  if (memoryIds.length === 0) return [];
  return sql.query<Follower>(
    `select distinct m.record_id, ${isUnread('m')} as is_unread
     from memory_evidence e join messages m on m.record_id = e.record_id
     where e.memory_id = any($1::uuid[]) and m.record_id <> all($2::uuid[])`,
    [memoryIds, recordIds],
  );
};

interface Touched {
  readonly memory_id: string;
  readonly position: string;
  readonly awaits_reading: boolean;
}

/**
 * Of these memories, and of those that these messages say, the ones that have words; and of these memories one, if any, that a
 * message says which waits to be read again: until then its own words are told to nobody.
 */
export const touchedNow = (
  sql: Sql,
  memoryIds: readonly string[],
  recordIds: readonly string[],
): Promise<readonly Touched[]> =>
  sql.query<Touched>(
    `with touched(memory_id) as (
       select unnest($1::uuid[])
       union select memory_id from memory_evidence where record_id = any($2::uuid[]))
     select memory_id, position, false as awaits_reading from memories join touched using (memory_id) where content is not null
     union all
     (select e.memory_id, 0, true from memory_evidence e join extraction_queue q using (record_id)
       where e.memory_id = any($1::uuid[]) limit 1)`,
    [memoryIds, recordIds],
  );

export interface Concerned {
  readonly id: string;
  readonly position: string;
  readonly has_words: boolean;
  readonly is_unread: boolean;
}

/** These memories, the messages that say them, whose readers they decide, and what else those say. */
export const concernedBy = (sql: Sql, memoryIds: readonly string[]): Promise<readonly Concerned[]> =>
  sql.query<Concerned>(
    `with saying as (select distinct record_id from memory_evidence where memory_id = any($1::uuid[]) and record_id is not null)
     select memory_id as id, position, content is not null as has_words, false as is_unread from memories
       where memory_id = any($1::uuid[])
         or memory_id in (select e.memory_id from memory_evidence e join saying using (record_id))
     union all
     select record_id, position, text is not null, ${isUnread('messages')} from messages join saying using (record_id)
       where read_position > 0`,
    [memoryIds],
  );
