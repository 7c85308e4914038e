import type { Sql } from '#database';
import { event as build, forgottenValueKeyOf, type KithEventData, type Memory } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { withoutValues } from '#safety';
import {
  everythingOf,
  messageRow,
  standingSince,
  subjectsOfMessages,
  type GivenOrder,
  type MessageRow,
  type StandingOrder,
} from '#read-models';
import type { ExtractedMessage } from '../../message-context/message-context.js';
import { erase } from './erase.js';
import type { Touched } from '../../settle-topics/settle-topics.js';
import { coverageOfMessage, factsNaming, standing } from './spoken-of.js';
import { messageStream } from '../../message-stream.js';

type Ordered = Pick<
  KithEventData<'ForgettingOrdered'>,
  'authorIds' | 'isEverything' | 'keepsOwn' | 'values' | 'spokenOfIn'
>;

/** Notes an order of which nothing else will be known. */
export const orderOf = (row: GivenOrder, ordered: Ordered): StreamAppend => {
  const {
    record_id: recordId,
    agent_id: agentId,
    author_id: authorId,
    source_id: sourceId,
    sent_at: at,
  } = row;
  return {
    stream: messageStream(sourceId, recordId),
    events: [build('ForgettingOrdered', { recordId, agentId, authorId, sourceId, at, ...ordered }, at)],
  };
};

const plain = (text: string): string => text.replace(/\s+/gu, ' ').toLowerCase();

/** A value as it is known again: by its hash, and its length, without which every part of a text might be it. */
export const valueOrdered = (row: MessageRow, value: string): Ordered['values'][number] => ({
  key: forgottenValueKeyOf(row.tenant_id, row.record_id, plain(value)),
  length: plain(value).length,
});

const isInWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_-]/u.test(char);

/** The values of an order that stand in a text. */
export const valuesHeld = (text: string, order: StandingOrder): readonly string[] => {
  const keys = new Set(order.value_keys);
  const said = plain(text);
  const found = new Set<string>();
  for (let start = 0; start < said.length; start += 1) {
    if (said[start] === ' ' || isInWord(said[start - 1])) continue;
    for (const length of new Set(order.value_lengths)) {
      const value = said.slice(start, start + length);
      if (value.length < length || found.has(value)) continue;
      if (keys.has(forgottenValueKeyOf(order.tenant_id, order.record_id, value))) found.add(value);
    }
  }
  return [...found].filter((value) => withoutValues(text, [value]) !== text);
};

const earliestOf = (rows: readonly MessageRow[]): Date =>
  new Date(Math.min(...rows.map((row) => row.sent_at.getTime())));

/** Orders to forget that were given after one of these messages was sent: certain values, or everything. */
export const ordersStandingFor = async (
  sql: Sql,
  tenantId: string,
  rows: readonly MessageRow[],
): Promise<readonly StandingOrder[]> =>
  rows.length === 0 ? [] : standingSince(sql, tenantId, earliestOf(rows));

/** The message that gave it; a call that did was received when it was given. */
const orderRow = async (sql: Sql, order: StandingOrder): Promise<GivenOrder> => {
  const row = await messageRow(sql, order.record_id);
  return row ?? { ...order, sent_at: order.at, received_at: order.at };
};

export interface Forgot {
  readonly memoryIds: ReadonlySet<string>;
  readonly touched: readonly Touched[];
}

/**
 * "Forget everything about me" holds for what was sent before it, come when it may: it is carried out once more when
 * something of the speaker, or about them, arrives late.
 */
export const carryOutStandingOrders = async (
  writer: LogWriter,
  standingFor: readonly StandingOrder[],
  items: readonly ExtractedMessage[],
  at: Date,
): Promise<Forgot> => {
  const rows = items.map(({ message: { row } }) => row);
  const orders = standingFor.filter((order) => order.is_everything);
  if (orders.length === 0) return { memoryIds: new Set(), touched: [] };
  const subjects = await subjectsOfMessages(
    writer.sql,
    rows.map((row) => row.record_id),
  );
  const memoryIds = new Set<string>();
  const touched: Touched[] = [];
  for (const order of orders) {
    const { author_ids: cluster } = order;
    const covered = items.filter(({ message }) => {
      const subjectIds = subjects.get(message.row.record_id) ?? [];
      return coverageOfMessage(standing(order), message, subjectIds) !== 'none';
    });
    if (covered.length === 0) continue;
    const given = await orderRow(writer.sql, order);
    const about = { cluster, everything: !order.keeps_own, reason: 'asked-in-a-message' as const };
    const naming = await factsNaming(
      writer.sql,
      standing(order),
      covered.map(({ message }) => message),
    );
    const held = await everythingOf(writer.sql, given, cluster);
    const isSpared = ({ speakerId }: Memory): boolean =>
      order.keeps_own && speakerId !== null && cluster.includes(speakerId);
    const own = [...held.filter((memory) => !isSpared(memory)), ...naming];
    const outcome = await erase(writer, given, own, about, at);
    await writer.append(outcome.appends, { actor: 'ingest' });
    await writer.destroyKeys(outcome.destroyed);
    for (const { memoryId } of own) memoryIds.add(memoryId);
    touched.push(...outcome.touched);
  }
  return { memoryIds, touched };
};
