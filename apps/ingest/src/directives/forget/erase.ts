import type { Sql } from '#database';
import { event as build, revisionKeyOf, type Memory } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import {
  allMessagesOf,
  copiesOf,
  messagesBereft,
  messagesUnheld,
  type Erasable,
  type GivenOrder,
} from '#read-models';
import type { Effect } from '../target/effect.js';
import { memoryAppends } from '../../settle-topics/memory-appends.js';
import { touchedBy } from '../../settle-topics/settle-topics.js';
import { messageStream } from '../../message-stream.js';

export type ForgettingReason = 'asked-in-a-message' | 'asked-by-call';

interface About {
  readonly cluster: readonly string[];
  readonly everything: boolean;
  readonly reason: ForgettingReason;
  /** Messages of the speaker whose words speak of it. */
  readonly spokenOfIn?: readonly string[];
}

/**
 * INVARIANT: their words are edited away, not deleted. Nobody knows an edit of later yet, and a deletion would outlive it
 * where it comes after the order was read, but not where it came before.
 */
const emptied = (row: GivenOrder, messages: readonly Erasable[], now: Date): readonly StreamAppend[] =>
  messages.map((message): StreamAppend => ({
    stream: messageStream(message.source_id, message.record_id),
    events: [
      build(
        'MessageEdited',
        {
          eventKey: `forgetting|${row.record_id}|${message.record_id}`,
          platform: message.platform,
          messageId: message.message_id,
          sourceId: message.source_id,
          keyId: message.record_id,
          agentId: null,
          at: row.sent_at,
          text: null,
        },
        now,
      ),
    ],
  }));

/** Forgetting covers the words as they were said: the text goes, and the key that it was sealed with. */
const erasedMessages = async (
  sql: Sql,
  row: GivenOrder,
  memoryIds: readonly string[],
  about: About,
  at: Date,
): Promise<{ readonly appends: readonly StreamAppend[]; readonly keyIds: readonly string[] }> => {
  const found = about.everything
    ? await allMessagesOf(sql, row, about.cluster)
    : await messagesBereft(sql, row, about.cluster, memoryIds);
  const spoken = about.spokenOfIn ?? [];
  const emptying = spoken.length === 0 ? [] : emptied(row, await messagesUnheld(sql, row, spoken), at);
  const appends = found.map((message): StreamAppend => {
    const deleted = build(
      'MessageDeleted',
      {
        eventKey: `forgetting|${row.record_id}|${message.record_id}`,
        platform: message.platform,
        messageId: message.message_id,
        sourceId: message.source_id,
        keyId: message.record_id,
        agentId: null,
        at: row.sent_at,
      },
      at,
    );
    return {
      stream: messageStream(message.source_id, message.record_id),
      events: [deleted],
    };
  });
  const keyIds = found.flatMap((message) => [
    message.record_id,
    revisionKeyOf(row.tenant_id, message.platform, message.message_id),
  ]);
  return { appends: [...appends, ...emptying], keyIds };
};

/** What these say, with what others were let know of them, and the words in which it was said. */
export const erase = async (
  writer: LogWriter,
  order: GivenOrder,
  rows: readonly Memory[],
  about: About,
  at: Date,
): Promise<Effect> => {
  const copies = await copiesOf(writer.sql, writer.idKey, order.tenant_id, rows);
  const live = copies.filter(({ memory }) => memory.status !== 'forgotten');
  const gone = new Map([...rows, ...live.map(({ memory }) => memory)].map((row) => [row.memoryId, row]));
  const ids = [...gone.keys()];
  const messages = await erasedMessages(writer.sql, order, ids, about, at);
  return {
    appends: [
      ...memoryAppends(
        [...gone].map(([memoryId, { firstObservedAt: since }]) => {
          const over = { memoryId, by: order.author_id, reason: about.reason };
          // A message may carry a time in the future; an order that was received after it is still the later one.
          return build('MemoryForgotten', over, since > order.sent_at ? since : order.sent_at);
        }),
      ),
      ...messages.appends,
    ],
    destroyed: [...ids, ...messages.keyIds],
    touched: touchedBy(rows),
  };
};
