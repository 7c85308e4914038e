import type { Sql } from '#database';
import type { DiscardReason } from '#domain';
import type { ParkedMessage } from '#messaging';
import { deletedAmong, isAuthorForgotten } from '#read-models';
import { discardOne, type Discarding } from './discarding.js';
import { parkedSubject, type ParkedSubject } from './subject.js';

const pageSize = 100;

/** INVARIANT: a deletion that names no place is of the first message that comes to have its id: of this one, if it comes. */
const isDeleted = async (
  sql: Sql,
  tenantId: string,
  { platform, messageId, sourceId, agentId }: ParkedSubject,
): Promise<boolean> => {
  if (platform === null || messageId === null) return false;
  const deleted = await deletedAmong(sql, tenantId, [{ platform, messageId }]);
  return deleted.some(
    (one) =>
      (one.sourceId === null || one.sourceId === sourceId) &&
      (one.agentId === null || one.agentId === agentId),
  );
};

const isForgotten = async (
  sql: Sql,
  { tenantId, storedAt }: ParkedMessage,
  { authorId, agentId, sentAt }: ParkedSubject,
): Promise<boolean> =>
  agentId !== null &&
  authorId !== null &&
  (await isAuthorForgotten(sql, { tenantId, agentId, authorId, sentAt: sentAt ?? storedAt, storedAt }));

const reasonFor = async (sql: Sql, message: ParkedMessage): Promise<DiscardReason | null> => {
  const subject = parkedSubject(message);
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
