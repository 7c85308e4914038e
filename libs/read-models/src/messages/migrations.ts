export const messages = [
  `create table messages (
    record_id uuid primary key, tenant_id text not null, agent_id uuid not null, platform text not null, message_id text not null,
    source_id uuid not null, conversation_id text, author_id uuid not null, author_type text not null,
    sent_at timestamptz not null, text text, original_at timestamptz not null, edited_at timestamptz, deleted_at timestamptz,
    reply_to text, mention_ids uuid[] not null, roster uuid[] not null, roster_complete boolean not null, event_key text not null,
    needs_reading boolean not null, read_position bigint not null, used_context boolean not null, name_keys uuid[] not null,
    visibility_scope text not null, sensitivity_rank smallint not null, disclosure text not null,
    position bigint not null, recorded_at timestamptz not null, updated_at timestamptz not null)`,
  `create index messages_source_time on messages (source_id, sent_at, record_id)`,
  `create index messages_author on messages (source_id, author_id, sent_at)`,
  `create index messages_id on messages (tenant_id, platform, message_id)`,
  `create index messages_reply on messages (source_id, reply_to) where reply_to is not null`,
  `create index messages_unread on messages (tenant_id, sent_at, record_id) where needs_reading`,
  `create index messages_names on messages using gin (name_keys) where name_keys <> '{}'`,
  `create index messages_roster on messages using gin (roster) where roster <> '{}'`,
  `create index messages_complete on messages (source_id, sent_at) where roster_complete`,
  `create table message_revisions (
    tenant_id text not null, platform text not null, message_id text not null, source_id uuid, kind text not null, at timestamptz not null,
    text text, position bigint primary key)`,
  `create index message_revisions_message on message_revisions (tenant_id, platform, message_id)`,
  `create table event_outcomes (
    tenant_id text not null, event_key text not null, record_id uuid, facts jsonb, error text,
    primary key (tenant_id, event_key))`,
  `create index event_outcomes_record on event_outcomes (record_id)`,
];

/** Unknown of what was read before: it is read once more. */
export const readBy = ['alter table messages add column read_by text'];

/** Orders to forget whose words are gone; ids and hashes alone. */
export const standingOrders = [
  `create table standing_orders (
    record_id uuid not null, is_everything boolean not null, tenant_id text not null, agent_id uuid not null, author_id uuid not null,
    author_ids uuid[] not null, source_id uuid not null, at timestamptz not null, value_keys uuid[] not null, value_lengths integer[] not null,
    primary key (record_id, is_everything))`,
  `create index standing_orders_at on standing_orders (tenant_id, is_everything, at)`,
];

/** Orders of calls, which may be of what others said alone. */
export const ordersOfCalls = [
  `alter table standing_orders add column keeps_own boolean not null default false`,
];

/** What was recorded before is taken as received when it was recorded. */
export const receivedAt = [
  'alter table messages add column received_at timestamptz',
  'update messages set received_at = recorded_at',
  'alter table messages alter column received_at set not null',
  'create index messages_ahead on messages (tenant_id, sent_at) where sent_at >= received_at',
];

/** Platforms whose message ids are unique only within a place: one id was posted in two. */
export const idsPerPlace = [
  `create table ids_per_place (tenant_id text not null, platform text not null, primary key (tenant_id, platform))`,
  `insert into ids_per_place select distinct tenant_id, platform from
     (select tenant_id, platform from messages group by tenant_id, platform, message_id having count(distinct source_id) > 1) as told`,
];

/** What waits to be read has a table of its own. */
export const extractionQueue = [
  `create table extraction_queue (
    record_id uuid primary key, tenant_id text not null, sent_at timestamptz not null, recorded_at timestamptz not null)`,
  `create index extraction_queue_order on extraction_queue (tenant_id, sent_at, record_id)`,
  `insert into extraction_queue select record_id, tenant_id, sent_at, recorded_at from messages where needs_reading`,
  `alter table messages drop column needs_reading`,
];

/** Which of several processes reads a message, and until when nobody else does. */
export const extractionClaims = [
  'alter table extraction_queue add column claimed_by uuid, add column claimed_until timestamptz',
];

/** Whose message an edit or a deletion is said to be of; those of before named nobody that was kept. */
export const agentsOfRevisions = ['alter table message_revisions add column agent_id uuid'];

/** What a language model proposed of messages. */
export const factProposals = [
  `create table fact_proposals (
    record_id uuid primary key, tenant_id text not null, proposer text not null, proposals jsonb, asked_at timestamptz not null)`,
  `create index fact_proposals_asked on fact_proposals (tenant_id, asked_at)`,
];

/** Whom confidences may be kept from that were read before anybody bore a name in them. */
export const namingsUnread = [
  `create table namings_unread (record_id uuid not null, entity_id uuid not null, primary key (record_id, entity_id))`,
];

/** What authors asked to keep of their messages, and what one wrote in any place. */
export const withheldMessages = [
  `create table withheld_messages (
    record_id uuid not null, order_id uuid not null, author_id uuid not null, at timestamptz not null,
    withheld_from_ids uuid[] not null, only_from_some boolean not null, primary key (record_id, order_id))`,
  'create index withheld_messages_order on withheld_messages (order_id)',
  'create index messages_written on messages (author_id, sent_at)',
];

export const releasedMessages = [
  "alter table withheld_messages add column released_to_ids uuid[] not null default '{}'",
  'create index withheld_messages_author on withheld_messages (author_id)',
];

/** Which messages a message takes back or puts right. */
export const corrections = [
  "alter table messages add column corrects uuid[] not null default '{}'",
  "create index messages_corrects on messages using gin (corrects) where corrects <> '{}'",
];
