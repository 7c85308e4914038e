import type { Sql } from '#database';
import type { DiscardReason } from '#domain';
import type { ParkedMessage } from '#messaging';
import { discardOne, type Discarding } from './discarding.js';
import { subjectOf, type ParkedSubject } from './subject.js';

const pageSize = 100;

/** INVARIANT: a deletion that names no place is of the first message that comes to have its id: of this one, if it comes. */
const isDeleted = async (sql: Sql, tenantId: string, subject: ParkedSubject): Promise<boolean> => {
  if (subject.platform === null || subject.messageId === null) return false;
  const rows = await sql.query(
    `select from message_revisions where tenant_id = $1 and platform = $2 and message_id = $3 and kind = 'deleted'
       and (source_id is null or source_id is not distinct from $4::uuid) limit 1`,
    [tenantId, subject.platform, subject.messageId, subject.sourceId],
  );
  return rows.length > 0;
};

/** Everything about its author was asked to be forgotten, by somebody who had sent it by then. */
const isForgotten = async (sql: Sql, message: ParkedMessage, subject: ParkedSubject): Promise<boolean> => {
  const { authorId, agentId, sentAt } = subject;
  if (authorId === null) return false;
  const rows = await sql.query(
    `select from standing_orders s left join messages o using (record_id)
      where s.tenant_id = $1 and s.is_everything and s.agent_id = $2 and s.author_ids @> array[$3::uuid]
        and (s.at >= $4 or ($4 >= $5 and o.received_at >= $5)) limit 1`,
    [message.tenantId, agentId, authorId, sentAt ?? message.storedAt, message.storedAt],
  );
  return rows.length > 0;
};

const reasonFor = async (sql: Sql, message: ParkedMessage): Promise<DiscardReason | null> => {
  const subject = subjectOf(message);
  // A deletion that is parked has nothing to lose, and must not be lost.
  if (subject.type === 'kith.message.deleted.v1') return null;
  if (await isDeleted(sql, message.tenantId, subject)) return 'deleted';
  return (await isForgotten(sql, message, subject)) ? 'forgotten' : null;
};

/** Lets go of what is parked and was deleted or asked to be forgotten since, or before it came. */
export const reachParked = async (
  options: Discarding & { readonly database: Sql },
  consumer: string,
): Promise<void> => {
  let after = 0n;
  for (;;) {
    const page = await options.bus.parked({ consumer, after, limit: pageSize });
    for (const message of page) {
      after = message.sequence;
      const reason = await reasonFor(options.database, message);
      if (reason !== null) await discardOne(options, message, reason, null);
    }
    if (page.length < pageSize) return;
  }
};
