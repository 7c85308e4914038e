import type { Sql } from '#database';
import { coverageOf, type Coverage, type ForgettingOfSelf, type Memory } from '#domain';
import { peopleMeantIn } from '#extraction';
import {
  formsIn,
  memoryColumns,
  memoryOf,
  messages,
  nameForms,
  namesOf,
  standingSince,
  type MemoryRow,
  type MessageRow,
  type StandingOrder,
} from '#read-models';
import type { Order } from '../target/order.js';
import { loadInContext, type MessageInContext } from '../../message-context/message-context.js';
import { saidByThen } from '../target/said-by-then.js';
import { windowMessageOf } from '../../message-context/windows.js';

const messageColumns = Object.keys(messages.columns).join(', ');

/** The order as it is given. What its author said themselves goes by itself. */
const forgettingOf = (row: Order, authorIds: readonly string[]): ForgettingOfSelf => ({
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
  { row, context }: MessageInContext,
  subjectIds: readonly string[],
): Coverage =>
  coverageOf(order, {
    recordId: row.record_id,
    agentId: row.agent_id,
    speakerId: row.author_id,
    meantIds: [...peopleMeantIn(windowMessageOf(row), context), ...subjectIds],
    sentAt: row.sent_at,
    receivedAt: row.received_at,
  });

interface HeldFact extends MemoryRow {
  readonly record_id: string;
  readonly named_id: string | null;
}

/** What is held of these messages that names one of the people, as its value or beside it: "Neighbor: Bo". */
export const factsNaming = async (
  sql: Sql,
  order: ForgettingOfSelf,
  said: readonly MessageInContext[],
): Promise<readonly Memory[]> => {
  if (said.length === 0) return [];
  const byRecord = new Map(said.map((item) => [item.row.record_id, item]));
  const held = await sql.query<HeldFact>(
    `select ${memoryColumns('m')}, e.record_id, k.entity_id as named_id
     from memory_evidence e join memories m using (memory_id) left join kin_namings k using (memory_id, record_id)
     where e.record_id = any($1::uuid[]) and m.content is not null and m.status <> 'forgotten'`,
    [[...byRecord.keys()]],
  );
  const isNaming = ({ record_id: recordId, named_id: namedId, content }: HeldFact): boolean => {
    const item = byRecord.get(recordId);
    if (!item || coverageOfMessage(order, item, []) === 'none') return false;
    const words = { ...windowMessageOf(item.row), text: content ?? '', mentionIds: [] };
    const named = [...peopleMeantIn(words, { ...item.context, before: [], repliedTo: null }), namedId ?? ''];
    return named.some((id) => order.authorIds.includes(id));
  };
  const naming = held.filter(isNaming).map(memoryOf);
  return [...new Map(naming.map((memory) => [memory.memoryId, memory])).values()];
};

/** Letters as names are looked up: without their marks. */
const plain = (column: string): string =>
  `translate(lower(regexp_replace(normalize(${column}, NFKD), '[\u0300-\u036f]', '', 'g')), '\u0142\u00f8\u0111', 'lod')`;

const patternsOf = (forms: ReadonlySet<string>): readonly string[] =>
  [...forms].map((form) => `%${form.replace(/[\\%_]/gu, '\\$&')}%`);

/** What others said by then that may speak of these people: by a name, a mark, or a pronoun just after. */
const mayMean = async (
  sql: Sql,
  row: Order,
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
              and m.sent_at between n.sent_at and n.sent_at + interval '30 minutes'))`,
    [row.tenant_id, row.agent_id, cluster, row.sent_at, row.received_at, patternsOf(forms)],
  );
  return rows.filter(
    (message) =>
      message.follows ||
      message.mention_ids.some((id) => cluster.includes(id)) ||
      [...formsIn(message.text ?? '')].some((form) => forms.has(form)),
  );
};

interface StatedRow extends MemoryRow {
  readonly platform: string;
}

/** A statement as the message that it might have been. */
const asMessage = (row: StatedRow, order: Order): MessageRow => ({
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
  position: 0n,
  recorded_at: row.first_observed_at,
  updated_at: row.first_observed_at,
});

/** What was stored without a message and names one of the people, as its value or beside it. */
const statedOf = async (
  sql: Sql,
  order: Order,
  cluster: readonly string[],
  forms: ReadonlySet<string>,
  now: Date,
): Promise<readonly Memory[]> => {
  const stated = await sql.query<StatedRow>(
    `select ${memoryColumns('m')}, s.platform from memories m join sources s using (source_id)
     where m.tenant_id = $1 and m.agent_id = $2 and m.content is not null and m.status <> 'forgotten'
       and m.speaker_entity_id <> all($3::uuid[]) and m.first_observed_at <= $4 and ${plain('m.content')} like any($5::text[])
       and not exists (select from memory_evidence e where e.memory_id = m.memory_id and e.record_id is not null)`,
    [order.tenant_id, order.agent_id, cluster, order.sent_at, patternsOf(forms)],
  );
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
  row: Order,
  cluster: readonly string[],
  now: Date,
): Promise<SpokenOf> => {
  const order = forgettingOf(row, cluster);
  const forms = new Set((await namesOf(sql, cluster)).flatMap(({ text }) => nameForms(text)));
  const said = await loadInContext(sql, row.tenant_id, await mayMean(sql, row, cluster, forms), now);
  const found = said.filter((item) => coverageOfMessage(order, item, []) === 'of-them');
  return {
    recordIds: found.map((item) => item.row.record_id),
    memories: [...(await factsNaming(sql, order, found)), ...(await statedOf(sql, row, cluster, forms, now))],
  };
};

/** Of these messages, those that speak of somebody who asked, after they were sent, to have all about them forgotten. */
export const coveredLater = async (
  sql: Sql,
  tenantId: string,
  said: readonly MessageInContext[],
): Promise<ReadonlySet<string>> => {
  if (said.length === 0) return new Set();
  const earliest = new Date(Math.min(...said.map(({ row }) => row.sent_at.getTime())));
  const orders = (await standingSince(sql, tenantId, earliest, true)).map(standing);
  const isCovered = (item: MessageInContext): boolean =>
    orders.some((order) => coverageOfMessage(order, item, []) === 'of-them');
  return new Set(said.filter(isCovered).map(({ row }) => row.record_id));
};
