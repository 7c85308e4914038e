import type { Sql } from '#database';
import { coverageOf, type Coverage, type ForgettingOfSelf, type Memory } from '#domain';
import { peopleMeantIn, speaksOfAnswered } from '#extraction';
import {
  memoriesSaidIn,
  memoriesStatedNaming,
  memoryOf,
  messagesNaming,
  nameForms,
  namesOf,
  type GivenOrder,
  type MessageRow,
  type SaidMemoryRow,
  type StandingOrder,
  type StatedMemoryRow,
} from '#read-models';
import { tellsOfFamily } from '#identity';
import { loadInContext, type MessageInContext } from '../../message-context/message-context.js';
import { windowMessageOf } from '../../message-context/windows.js';

/** The order as it is given. What its author said themselves goes by itself. */
const forgettingOf = (row: GivenOrder, authorIds: readonly string[]): ForgettingOfSelf => ({
  recordId: row.record_id,
  agentId: row.agent_id,
  authorIds,
  keepsOwn: false,
  at: row.sent_at,
  receivedAt: row.received_at,
});

/** The same, where its words are gone. Whatever comes now was received after it. */
export const standing = (order: StandingOrder): ForgettingOfSelf => ({
  recordId: order.record_id,
  agentId: order.agent_id,
  authorIds: order.author_ids,
  keepsOwn: order.keeps_own,
  at: order.at,
  receivedAt: null,
});

/** Whether an order covers this message, by who is meant in it: its words, and whom facts of it are about. */
export const coverageOfMessage = (
  order: ForgettingOfSelf,
  { row, context, answeredId }: MessageInContext,
  subjectIds: readonly string[],
): Coverage => {
  const answered = answeredId !== null && speaksOfAnswered(row.text ?? '') ? [answeredId] : [];
  return coverageOf(order, {
    recordId: row.record_id,
    agentId: row.agent_id,
    speakerId: row.author_id,
    meantIds: [...peopleMeantIn(windowMessageOf(row), context), ...answered, ...subjectIds],
    sentAt: row.sent_at,
    receivedAt: row.received_at,
  });
};

/** What is held of these messages that names one of the people, as its value or beside it: "Neighbor: Bo". */
export const factsNaming = async (
  sql: Sql,
  order: ForgettingOfSelf,
  said: readonly MessageInContext[],
): Promise<readonly Memory[]> => {
  if (said.length === 0) return [];
  const byRecord = new Map(said.map((item) => [item.row.record_id, item]));
  const held = await memoriesSaidIn(sql, [...byRecord.keys()]);
  const isNaming = ({ record_id: recordId, named_id: namedId, content }: SaidMemoryRow): boolean => {
    const item = byRecord.get(recordId);
    if (!item || coverageOfMessage(order, item, []) === 'none') return false;
    // INVARIANT: what somebody tells of their own life and family is theirs, whoever is called so.
    if (tellsOfFamily(content ?? '')) return false;
    const words = { ...windowMessageOf(item.row), text: content ?? '', mentionIds: [] };
    const named = [...peopleMeantIn(words, { ...item.context, before: [], repliedTo: null }), namedId ?? ''];
    return named.some((id) => order.authorIds.includes(id));
  };
  const naming = held.filter(isNaming).map(memoryOf);
  return [...new Map(naming.map((memory) => [memory.memoryId, memory])).values()];
};

/** A statement as the message that it might have been. */
const asMessage = (row: StatedMemoryRow, order: GivenOrder): MessageRow => ({
  record_id: row.memory_id,
  tenant_id: order.tenant_id,
  agent_id: order.agent_id,
  platform: row.platform,
  message_id: row.memory_id,
  source_id: row.source_id ?? '',
  conversation_id: row.conversation_id,
  author_id: row.speaker_entity_id ?? '',
  author_type: 'human',
  sent_at: row.first_observed_at,
  received_at: row.first_observed_at,
  text: row.content,
  original_at: row.first_observed_at,
  edited_at: null,
  deleted_at: null,
  erased_at: null,
  reply_to: null,
  mention_ids: [],
  roster: [],
  roster_complete: false,
  event_key: row.memory_id,
  read_position: 0n,
  read_by: null,
  used_context: false,
  name_keys: [],
  visibility_scope: row.visibility_scope,
  sensitivity_rank: row.sensitivity_rank,
  disclosure: row.disclosure,
  withheld_from_ids: [],
  setting: null,
  corrects: [],
  position: 0n,
  recorded_at: row.first_observed_at,
  updated_at: row.first_observed_at,
});

/** What was stored without a message and names one of the people, as its value or beside it. */
const statedOf = async (
  sql: Sql,
  order: GivenOrder,
  cluster: readonly string[],
  forms: ReadonlySet<string>,
  now: Date,
): Promise<readonly Memory[]> => {
  const stated = await memoriesStatedNaming(sql, order, cluster, forms);
  const byId = new Map(stated.map((row) => [row.memory_id, row]));
  const said = await loadInContext(
    sql,
    order.tenant_id,
    stated.map((row) => asMessage(row, order)),
    now,
  );
  const isNaming = ({ row, context }: MessageInContext): boolean =>
    [...peopleMeantIn(windowMessageOf(row), { ...context, before: [], repliedTo: null })].some((id) =>
      cluster.includes(id),
    );
  return said.filter(isNaming).flatMap(({ row }) => {
    const memory = byId.get(row.record_id);
    return memory ? [memoryOf(memory)] : [];
  });
};

export interface SpokenOf {
  /** Messages of others that speak of them. */
  readonly recordIds: readonly string[];
  /** What is held of those that names them. */
  readonly memories: readonly Memory[];
}

/** What others said of whoever gives this order, whether or not a memory was drawn from it. */
export const spokenOf = async (
  sql: Sql,
  row: GivenOrder,
  cluster: readonly string[],
  now: Date,
): Promise<SpokenOf> => {
  const order = forgettingOf(row, cluster);
  const forms = new Set((await namesOf(sql, cluster)).flatMap(({ text }) => nameForms(text)));
  const said = await loadInContext(sql, row.tenant_id, await messagesNaming(sql, row, cluster, forms), now);
  const found = said.filter((item) => coverageOfMessage(order, item, []) === 'of-them');
  return {
    recordIds: found.map((item) => item.row.record_id),
    memories: [...(await factsNaming(sql, order, found)), ...(await statedOf(sql, row, cluster, forms, now))],
  };
};

/** Of these messages, those that speak of somebody who asked, after they were sent, to have all about them forgotten. */
export const coveredLater = (
  standingFor: readonly StandingOrder[],
  said: readonly MessageInContext[],
): ReadonlySet<string> => {
  const orders = standingFor.filter((order) => order.is_everything).map(standing);
  const isCovered = (item: MessageInContext): boolean =>
    orders.some((order) => coverageOfMessage(order, item, []) === 'of-them');
  return new Set(said.filter(isCovered).map(({ row }) => row.record_id));
};
