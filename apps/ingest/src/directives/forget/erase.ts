import type { Sql } from '#database';
import { event as build, revisionKeyOf, type Memory } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { copiesOf, type MessageRow } from '#read-models';
import type { Effect } from '../target/effect.js';
import { memoryAppends } from '../../settle-topics/memory-appends.js';
import type { Order } from '../target/order.js';
import { saidByThen } from '../target/said-by-then.js';
import { touchedBy } from '../../settle-topics/settle-topics.js';

export type ForgettingReason = 'asked-in-a-message' | 'asked-by-call';

interface About {
  readonly cluster: readonly string[];
  readonly everything: boolean;
  readonly reason: ForgettingReason;
  /** Messages of the speaker whose words speak of it. */
  readonly spokenOfIn?: readonly string[];
}

type Erasable = Pick<MessageRow, 'record_id' | 'platform' | 'message_id' | 'source_id'>;

/** The speaker's own messages from which nothing is left once these memories are forgotten. */
const bereft = (
  sql: Sql,
  row: Order,
  cluster: readonly string[],
  memoryIds: readonly string[],
): Promise<readonly Erasable[]> =>
  sql.query<Erasable>(
    `select distinct m.record_id, m.platform, m.message_id, m.source_id from messages m join memory_evidence e using (record_id)
     where m.tenant_id = $1 and m.author_id = any($2::uuid[]) and m.deleted_at is null and m.record_id <> $4 and ${saidByThen('$5', '$6')}
       and e.memory_id = any($3::uuid[])
       and not exists (select 1 from memory_evidence other join memories held using (memory_id)
                       where other.record_id = m.record_id and held.status <> 'forgotten' and not held.memory_id = any($3::uuid[]))`,
    [row.tenant_id, cluster, memoryIds, row.record_id, row.sent_at, row.received_at],
  );

/** All that the speaker said to this agent so far, the order itself with it. */
const everything = (sql: Sql, row: Order, cluster: readonly string[]): Promise<readonly Erasable[]> =>
  sql.query<Erasable>(
    `select m.record_id, m.platform, m.message_id, m.source_id from messages m
     where m.tenant_id = $1 and m.agent_id = $2 and m.author_id = any($3::uuid[]) and m.deleted_at is null and ${saidByThen('$4', '$5')}`,
    [row.tenant_id, row.agent_id, cluster, row.sent_at, row.received_at],
  );

/**
 * Of these messages of the speaker, those of which nothing is held: no memory leads to their words. What was edited after
 * the order is said after it.
 */
const unheld = (sql: Sql, row: Order, recordIds: readonly string[]): Promise<readonly Erasable[]> =>
  sql.query<Erasable>(
    `select m.record_id, m.platform, m.message_id, m.source_id from messages m
     where m.tenant_id = $1 and m.author_id = $2 and m.text is not null and m.record_id = any($3::uuid[]) and m.record_id <> $4
       and (m.edited_at is null or m.edited_at < $5)
       and not exists (select 1 from memory_evidence e where e.record_id = m.record_id)`,
    [row.tenant_id, row.author_id, recordIds, row.record_id, row.sent_at],
  );

/**
 * INVARIANT: their words are edited away, not deleted. Nobody knows an edit of later yet, and a deletion would outlive it
 * where it comes after the order was read, but not where it came before.
 */
const emptied = (row: Order, messages: readonly Erasable[], now: Date): readonly StreamAppend[] =>
  messages.map((message): StreamAppend => ({
    stream: `message-${message.source_id}+${message.record_id}`,
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
  row: Order,
  memoryIds: readonly string[],
  about: About,
  at: Date,
): Promise<{ readonly appends: readonly StreamAppend[]; readonly keyIds: readonly string[] }> => {
  const found = about.everything
    ? await everything(sql, row, about.cluster)
    : await bereft(sql, row, about.cluster, memoryIds);
  const spoken = about.spokenOfIn ?? [];
  const emptying = spoken.length === 0 ? [] : emptied(row, await unheld(sql, row, spoken), at);
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
      stream: `message-${message.source_id}+${message.record_id}`,
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
  order: Order,
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
