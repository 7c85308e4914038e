import type { Sql } from '#database';
import type { FactOutcome } from '#domain';
import { contextWindowMs } from '#read-models';
import type { Revision } from '../record-message/recorder.js';

/** A message that an event posted, edited or deleted, and what came of reading it last. */
export interface Outcome {
  readonly record_id: string;
  readonly stream: string;
  readonly facts: readonly FactOutcome[] | null;
  readonly error: string | null;
  readonly position: string;
  readonly has_text: boolean;
  readonly needs_reading: boolean;
}

const columns = `m.record_id, 'message-' || m.source_id || '+' || m.record_id as stream, o.facts, o.error, m.position,
  m.text is not null as has_text, m.needs_reading`;

export const outcomeOfPosted = (sql: Sql, recordId: string): Promise<readonly Outcome[]> =>
  sql.query<Outcome>(
    `select ${columns} from event_outcomes o join messages m using (record_id) where o.record_id = $1`,
    [recordId],
  );

/** None where the message has not come yet. */
export const outcomesOfRevised = (
  sql: Sql,
  tenantId: string,
  { platform, messageId, sourceId }: Revision,
): Promise<readonly Outcome[]> =>
  sql.query<Outcome>(
    `select ${columns} from event_outcomes o join messages m using (record_id)
     where m.tenant_id = $1 and m.platform = $2 and m.message_id = $3 and ($4::uuid is null or m.source_id = $4::uuid)`,
    [tenantId, platform, messageId, sourceId],
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
    `select later.record_id, later.needs_reading and later.read_position < $2::bigint as is_unread
     from messages changed join messages later on later.source_id = changed.source_id and later.record_id <> changed.record_id
     where changed.record_id = any($1::uuid[]) and later.read_position > 0
       and ((later.used_context and later.sent_at >= changed.sent_at and later.sent_at <= changed.sent_at + $3 * interval '1 millisecond')
         or later.reply_to = changed.message_id)`,
    [recordIds, position, contextWindowMs],
  );

/** Others that say what these messages said until they were read last: it takes its form from them now. */
export const witnessesOf = (
  sql: Sql,
  tenantId: string,
  outcomes: readonly Outcome[],
): Promise<readonly Follower[]> =>
  sql.query<Follower>(
    `select distinct m.record_id, m.needs_reading as is_unread
     from events read join events w on w.transaction_id = read.transaction_id
     join memory_evidence e on e.memory_id = (w.data ->> 'memoryId')::uuid join messages m on m.record_id = e.record_id
     where read.tenant_id = $1 and read.stream = any($2::text[]) and read.type = 'MessageRead'
       and w.tenant_id = $1 and w.type = 'MemoryEvidenceWithdrawn' and (w.data ->> 'recordId')::uuid = any($3::uuid[])
       and m.record_id <> all($3::uuid[])`,
    [tenantId, outcomes.map(({ stream }) => stream), outcomes.map((outcome) => outcome.record_id)],
  );

interface Changed {
  readonly memory_id: string;
  readonly position: string;
}

/** Memories with words that these readings touched: those read from a message, and those that settling moved with them. */
export const changedBy = (
  sql: Sql,
  tenantId: string,
  outcomes: readonly Outcome[],
  recordIds: readonly string[],
): Promise<readonly Changed[]> =>
  sql.query<Changed>(
    `with touched(memory_id) as (
       select (c.data ->> 'memoryId')::uuid from events read join events c on c.transaction_id = read.transaction_id
         where read.tenant_id = $1 and read.stream = any($2::text[]) and read.type = 'MessageRead'
           and c.tenant_id = $1 and c.data ? 'memoryId'
       union select memory_id from memory_evidence where record_id = any($3::uuid[]))
     select memory_id, position from memories join touched using (memory_id) where content is not null`,
    [tenantId, outcomes.map(({ stream }) => stream), recordIds],
  );
