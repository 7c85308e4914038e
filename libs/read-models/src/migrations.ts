import type { Migration } from '#database';

const people = [
  `create table entities (
    entity_id uuid primary key, tenant_id text not null, entity_type text not null, canonical_name text,
    first_name text, last_name text, external_iss text, external_id text,
    created_at timestamptz not null, updated_at timestamptz not null)`,
  `create index entities_tenant on entities (tenant_id, created_at, entity_id)`,
  `create table accounts (
    tenant_id text not null, platform text not null, platform_user_id text not null, entity_id uuid not null,
    handle text, handle_at timestamptz, display_name text, display_name_at timestamptz, created_at timestamptz not null,
    primary key (tenant_id, platform, platform_user_id))`,
  `create index accounts_entity on accounts (entity_id)`,
  `create index accounts_handle on accounts (tenant_id, platform, lower(handle))`,
  `create table entity_aliases (
    alias_id uuid primary key, tenant_id text not null, entity_id uuid not null, platform text not null, source_id uuid,
    handle text, display_name text, first_at timestamptz not null, confidence real not null, status text not null, added_by text not null)`,
  `create table entity_alias_forms (
    tenant_id text not null, form text not null, alias_id uuid not null, primary key (tenant_id, form, alias_id))`,
  `create index entity_aliases_of_handle on entity_aliases (tenant_id, platform, lower(handle)) where handle is not null`,
  `create unique index entity_aliases_handle on entity_aliases
    (tenant_id, platform, coalesce(source_id, '00000000-0000-0000-0000-000000000000'), lower(handle))
    where status = 'active' and handle is not null`,
  `create index entity_aliases_entity on entity_aliases (entity_id)`,
  `create table identity_links (
    link_id uuid primary key, tenant_id text not null, from_entity uuid not null, to_entity uuid not null, status text not null,
    evidence jsonb not null, confidence real not null, proposed_by text not null, decided_by text,
    created_at timestamptz not null, decided_at timestamptz)`,
];

const places = [
  `create table sources (
    source_id uuid primary key, tenant_id text not null, source_type text not null, platform text not null, external_id text not null,
    parent_source_id uuid, parent_at timestamptz, access text not null, access_given text, access_at timestamptz,
    name text, name_at timestamptz, thread_of uuid, workspace_id uuid, root_id uuid not null, created_at timestamptz not null)`,
  `create index sources_workspace on sources (workspace_id, access)`,
  `create index sources_parent on sources (parent_source_id)`,
  `create table participant_marks (
    source_id uuid not null, entity_id uuid not null, at timestamptz not null, kind text not null, role text not null,
    primary key (source_id, entity_id, at, kind))`,
  `create table source_participants (
    source_id uuid not null, entity_id uuid not null, tenant_id text not null, role text not null,
    active_from timestamptz not null, active_to timestamptz,
    primary key (source_id, entity_id, active_from))`,
  `create index source_participants_entity on source_participants (entity_id, source_id)`,
];

const messages = [
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

const memories = [
  `create table memories (
    memory_id uuid primary key, tenant_id text not null, agent_id uuid, content text, memory_type text not null,
    importance real not null, confidence real not null, provenance_confidence real not null, status text not null,
    speaker_entity_id uuid, owner_entity_id uuid, subject_entity_ids uuid[] not null, source_id uuid, conversation_id text,
    visibility_scope text not null, sensitivity_rank smallint not null, sensitivity text not null, portable boolean not null,
    disclosure text not null, trust text not null, origin text not null, topic text, value text,
    observed_at timestamptz not null, first_observed_at timestamptz not null, recorded_at timestamptz not null,
    updated_at timestamptz not null, last_accessed_at timestamptz, access_count integer not null default 0,
    expires_at timestamptz, expiry_given boolean not null, superseded_by uuid, superseded_at timestamptz, conflicts_with uuid[] not null,
    metadata jsonb not null, corrected boolean not null, position bigint not null,
    constraint memories_global_is_public check (visibility_scope not in ('global_shared', 'system') or sensitivity_rank = 0),
    constraint memories_known_scope check (visibility_scope in ('private_subject', 'source_shared', 'global_shared', 'system')),
    constraint memories_known_rank check (sensitivity_rank between 0 and 3),
    constraint memories_known_disclosure check (disclosure in ('public', 'conversation_private')),
    constraint memories_known_status check (status in ('active', 'pending', 'superseded', 'expired', 'forgotten', 'archived')),
    constraint memories_have_a_place check (source_id is not null or visibility_scope in ('global_shared', 'system') or origin in ('imported', 'remembered'))
  )`,
  `create index memories_topic on memories (tenant_id, agent_id, topic) where topic is not null`,
  `create index memories_subject on memories using gin (subject_entity_ids)`,
  `create index memories_source on memories (source_id, status, updated_at)`,
  `create index memories_speaker on memories (speaker_entity_id, status)`,
  `create index memories_scope on memories (visibility_scope, sensitivity_rank, status)`,
  `create index memories_recent on memories (tenant_id, observed_at desc, memory_id)`,
  `create table memory_evidence (
    memory_id uuid not null, evidence_key text not null, record_id uuid, message_id text, event_id text,
    start_at integer not null, end_at integer not null, pattern text not null, observed_at timestamptz not null,
    primary key (memory_id, evidence_key))`,
  `create index memory_evidence_record on memory_evidence (record_id)`,
];

const placesInConfidence = [
  `alter table sources add column accesses jsonb not null default '[]', add column confined jsonb not null default '[]',
     add column moved_position bigint not null default 0, add column confined_position bigint not null default 0`,
  `update sources set accesses = jsonb_build_array(jsonb_build_object('at',
     to_char(access_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'access', access_given, 'isDefault', false)) where access_given is not null`,
  `update sources set confined = '[{"from": null, "to": null}]' where access = 'restricted'`,
  `update sources s set access = 'restricted' from sources root where root.source_id = s.root_id and root.source_type in ('dm', 'thread')`,
];

const grants = [
  `create table grants (
    grant_id uuid primary key, tenant_id text not null, memory_id uuid not null, entity_id uuid not null, granted_by text not null,
    granted_at timestamptz not null, expires_at timestamptz, revoked_at timestamptz, position bigint not null)`,
  `create index grants_live on grants (tenant_id, entity_id) where revoked_at is null`,
  `create index grants_memory on grants (memory_id)`,
  `create index grants_listed on grants (tenant_id, position)`,
];

/** Orders to forget whose words are gone; ids and hashes alone. */
const standingOrders = [
  `create table standing_orders (
    record_id uuid not null, is_everything boolean not null, tenant_id text not null, agent_id uuid not null, author_id uuid not null,
    author_ids uuid[] not null, source_id uuid not null, at timestamptz not null, value_keys uuid[] not null, value_lengths integer[] not null,
    primary key (record_id, is_everything))`,
  `create index standing_orders_at on standing_orders (tenant_id, is_everything, at)`,
];

/** Unknown of what was read before: it is read once more. */
const readBy = ['alter table messages add column read_by text'];

const forgottenAt = [
  'alter table memories add column forgotten_at timestamptz',
  `update memories set forgotten_at = updated_at where status = 'forgotten'`,
];

const rewordedAt = ['alter table memories add column reworded_at timestamptz'];

/** Whom speakers named as theirs; ids alone. */
const kin = [
  `create table kin_namings (
    memory_id uuid not null, record_id uuid not null, tenant_id text not null, agent_id uuid not null, speaker_id uuid not null,
    entity_id uuid not null, at timestamptz not null, primary key (memory_id, record_id))`,
  `create index kin_namings_speaker on kin_namings (tenant_id, speaker_id)`,
];

const withheld = [
  `alter table memories add column withheld_from_ids uuid[] not null default '{}'`,
  `alter table messages add column withheld_from_ids uuid[] not null default '{}'`,
];

/** A thread of which it is not known what it hangs under was taken for a dm, or for as open as its workspace. */
const strayThreads = [
  `with recursive stray(source_id, depth) as (
     select s.source_id, 0 from sources s join sources root on root.source_id = s.root_id
       where s.source_type = 'thread' and (root.source_type = 'thread'
         or (root.source_type = 'workspace' and s.parent_source_id = root.source_id and s.access_given is null))
     union select s.source_id, depth + 1 from stray join sources s on s.parent_source_id = stray.source_id
       where s.source_type = 'thread' and depth < 8)
   update sources set access = 'restricted', confined = '[{"from": null, "to": null}]'
     where source_id in (select source_id from stray)`,
  `update messages set needs_reading = true from sources s join sources root on root.source_id = s.root_id
     where messages.source_id = s.source_id and messages.read_position > 0 and s.source_type = 'thread'
       and s.access = 'restricted' and root.source_type in ('thread', 'workspace')`,
];

/** Of whom anything is kept, and who is linked to whom, is asked in every answer among others. */
const audiences = [
  `create index memories_withheld on memories (tenant_id) where withheld_from_ids <> '{}'`,
  `create index messages_withheld on messages (tenant_id) where withheld_from_ids <> '{}'`,
  `create index identity_links_from on identity_links (from_entity) where status = 'active'`,
  `create index identity_links_to on identity_links (to_entity) where status = 'active'`,
];

const withoutMarks = (form: string): string =>
  `regexp_replace(normalize(${form}, nfd), '[\\u0300-\\u036f]', '', 'g')`;
const withTwoLetters = (form: string): string =>
  [
    ['ä', 'ae'],
    ['ö', 'oe'],
    ['ü', 'ue'],
    ['å', 'aa'],
    ['ø', 'oe'],
  ].reduce((folded, [one, two]) => `replace(${folded}, '${one}', '${two}')`, form);
const withPlainLetters = (form: string): string =>
  [
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['þ', 'th'],
  ].reduce(
    (folded, [one, two]) => `replace(${folded}, '${one}', '${two}')`,
    `translate(${form}, 'øđðłħŧŋıς', 'oddlhtniσ')`,
  );

/** Names are found however they are written; short forms and handles without decoration come with the next rebuild. */
const foldedNames = ['form', withTwoLetters('form')].map(
  (form) => `insert into entity_alias_forms (tenant_id, form, alias_id)
    select tenant_id, ${withPlainLetters(withoutMarks(form))}, alias_id from entity_alias_forms where form ~ '[^\\x01-\\x7f]'
    on conflict do nothing`,
);

/** What was recorded before is taken as received when it was recorded. */
const receivedAt = [
  'alter table messages add column received_at timestamptz',
  'update messages set received_at = recorded_at',
  'alter table messages alter column received_at set not null',
  'create index messages_ahead on messages (tenant_id, sent_at) where sent_at >= received_at',
];

/** Platforms whose message ids are unique only within a place: one id was posted in two. */
const idsPerPlace = [
  `create table ids_per_place (tenant_id text not null, platform text not null, primary key (tenant_id, platform))`,
  `insert into ids_per_place select distinct tenant_id, platform from
     (select tenant_id, platform from messages group by tenant_id, platform, message_id having count(distinct source_id) > 1) as told`,
];

/**
 * How a place stood when something was said there. Of what was known before only how it stands is left, and the stricter
 * is taken to have held; a group of no workspace that nobody called open is restricted.
 */
const settings = [
  `alter table sources add column parents jsonb not null default '[]', add column histories jsonb not null default '[]',
     add column parent_ids uuid[] not null default '{}', add column settings jsonb not null default '[]', add column history text,
     add column history_at timestamptz, add column is_apart boolean, add column reader_source_ids uuid[]`,
  `update sources set parents = jsonb_build_array(jsonb_build_object('at', to_char(coalesce(parent_at, created_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
     'is', parent_source_id)), parent_ids = array_remove(array[parent_source_id], null) where parent_source_id is not null or source_type <> 'thread'`,
  `update sources set accesses = (select coalesce(jsonb_agg(jsonb_build_object('at', said ->> 'at',
     'is', case when (said ->> 'isDefault')::boolean then null else said ->> 'access' end) order by said ->> 'at'), '[]') from jsonb_array_elements(accesses) as said)`,
  `update messages set needs_reading = true from sources s where messages.source_id = s.source_id and messages.read_position > 0
     and s.access = 'open' and s.access_given is null and s.workspace_id is null`,
  `update sources set access = 'restricted' where access_given is null and workspace_id is null`,
  `update sources s set is_apart = s.source_type = 'thread' and (s.access_given is not distinct from 'restricted' or root.source_type in ('thread', 'workspace')),
     history = case when s.access = 'open' and s.workspace_id is not null and s.confined = '[]' then 'visible' else 'since_joining' end
     from sources root where root.source_id = s.root_id`,
  `update sources s set reader_source_ids = array_remove(array[s.source_id, case when s.is_apart or parent.source_type = 'workspace' then null else s.thread_of end], null)
     from sources own left join sources parent on parent.source_id = own.thread_of where own.source_id = s.source_id`,
  `update sources s set settings = jsonb_build_array(jsonb_build_object('from', null, 'to', null, 'sourceId', s.source_id,
     'access', case when s.confined = '[]' then s.access else 'restricted' end, 'history', s.history, 'threadOf', s.thread_of, 'isApart', s.is_apart,
     'workspaceId', s.workspace_id, 'rootId', s.root_id, 'rootType', root.source_type, 'isStray', s.is_apart and root.source_type in ('thread', 'workspace')))
     from sources root where root.source_id = s.root_id`,
  `alter table sources drop column access_given, drop column confined, drop column confined_position,
     alter column history set not null, alter column is_apart set not null, alter column reader_source_ids set not null`,
  `create index sources_below on sources using gin (parent_ids)`,
  `alter table memory_evidence add column setting jsonb`,
  `alter table memories add column setting jsonb`,
  `alter table messages add column setting jsonb`,
];

/** Who came last of those who stay, and who is known to leave: a roster of thousands is not read for it. */
const newcomers = [
  `create index source_participants_staying on source_participants (source_id, active_from) where active_to is null`,
  `create index source_participants_leaving on source_participants (source_id, active_to) where active_to is not null`,
];

/** What a copy is a copy of, and what people decided about who may hear a memory; rows of before are made anew from the log. */
const sharing = [
  `alter table memories add column shared_in uuid, add column copy_of uuid, add column disclosure_history jsonb`,
  `create index memories_shared on memories (tenant_id, speaker_entity_id) where shared_in is not null`,
];

/** Until when somebody stays in a place without being a member of its workspace: guests are found without reading a roster. */
const guests = [
  `alter table source_participants add column outside_until timestamptz`,
  `update source_participants p set outside_until = (
     select coalesce(upper(stretch), 'infinity') from unnest(tstzmultirange(tstzrange(p.active_from, p.active_to)) -
       coalesce((select range_agg(tstzrange(w.active_from, w.active_to)) from source_participants w
         where w.source_id = s.workspace_id and w.entity_id = p.entity_id), '{}'::tstzmultirange)) as stretch
       order by lower(stretch) desc limit 1)
     from sources s where s.source_id = p.source_id and s.workspace_id is not null`,
  `create index source_participants_outside on source_participants (source_id, outside_until) where outside_until is not null`,
];

/** Orders of calls, which may be of what others said alone. */
const ordersOfCalls = [`alter table standing_orders add column keeps_own boolean not null default false`];

/** What waits to be read has a table of its own. */
const extractionQueue = [
  `create table extraction_queue (
    record_id uuid primary key, tenant_id text not null, sent_at timestamptz not null, recorded_at timestamptz not null)`,
  `create index extraction_queue_order on extraction_queue (tenant_id, sent_at, record_id)`,
  `insert into extraction_queue select record_id, tenant_id, sent_at, recorded_at from messages where needs_reading`,
  `alter table messages drop column needs_reading`,
];

/** Which entities active links join, whatever the way from one to the other: asked in every answer. */
const links = [
  `alter table identity_links add column is_strong boolean not null default false, add column conflict text,
     add column note text, add column position bigint not null default 0`,
  `create table identity_clusters (entity_id uuid primary key, cluster_id uuid not null)`,
  `create index identity_clusters_of on identity_clusters (cluster_id, entity_id)`,
];

/** How often a memory was told, and when last. It is counted, not derived: a rebuild leaves it as it is. */
const accesses = [
  `create table memory_accesses (
    memory_id uuid primary key, tenant_id text not null, access_count integer not null, last_accessed_at timestamptz not null)`,
  `alter table memories drop column access_count, drop column last_accessed_at`,
  `create index memories_ending on memories (tenant_id, expires_at, memory_id) where status = 'active' and expires_at is not null`,
];

/** What waits for a person to decide, and what was decided. */
const reviews = [
  `create table review_items (
    review_id uuid primary key, tenant_id text not null, kind text not null, status text not null, confidence real not null,
    memory_ids uuid[] not null, candidates uuid[] not null, choice uuid, claimant_id uuid, reason text, proposed_by text not null,
    decided_by text, note text, created_at timestamptz not null, decided_at timestamptz, position bigint not null)`,
  `create index review_items_waiting on review_items (tenant_id, status, position)`,
  `alter table memories add column set_aside_in uuid`,
];

/** What is to be destroyed, and how far that has come; ids and counts alone. */
const erasures = [
  'alter table messages add column erased_at timestamptz',
  `create table erasures (
    erasure_id uuid primary key, tenant_id text not null, kind text not null, entity_ids uuid[] not null, source_ids uuid[] not null,
    is_own boolean not null, key_id text, ordered_at timestamptz not null, phase text not null, status text not null,
    names_of uuid[] not null, places_of uuid[] not null, known jsonb not null, counts jsonb not null, residual jsonb,
    receipt jsonb, own_receipt jsonb, finished_at timestamptz, position bigint not null)`,
  `create index erasures_of on erasures using gin (entity_ids)`,
  `create table erasure_targets (erasure_id uuid not null, what text not null, id uuid not null, primary key (erasure_id, what, id))`,
];

/** The names that the seeds of this design used stay queryable. */
const views = [
  `create view user_identifiers as select entity_id as id, coalesce(canonical_name, '') as display_name, created_at, updated_at
    from entities where entity_type in ('human', 'unknown')`,
  `create view user_platform_links as select platform, platform_user_id, entity_id as user_id, created_at from accounts`,
  `create view lp_users as select entity_id as id, external_id, first_name, last_name, created_at, updated_at from entities
    where entity_type in ('human', 'unknown')`,
  `create view lp_user_channels as select entity_id as user_id, platform as channel, platform_user_id as channel_peer_id,
    created_at as linked_at from accounts`,
];

/** Who people were proved to be. Accounts that were verified to be the same person are one user, the first of them. */
const verification = [
  `alter table entities add column identity_key uuid, add column verified_at timestamptz`,
  `create index entities_identity on entities (identity_key) where identity_key is not null`,
  `create table spent_tokens (
    tenant_id text not null, token_key uuid not null, entity_id uuid not null, expires_at timestamptz not null,
    primary key (tenant_id, token_key))`,
  `drop view lp_users`,
  `create view lp_users as select e.entity_id as id, e.external_id, e.first_name, e.last_name, e.created_at, e.updated_at from entities e
    where e.entity_type in ('human', 'unknown') and not exists (select from entities f
      where f.identity_key = e.identity_key and (f.verified_at, f.entity_id) < (e.verified_at, e.entity_id))`,
  `drop view lp_user_channels`,
  `create view lp_user_channels as select coalesce((select f.entity_id from entities f where f.identity_key = e.identity_key
      order by f.verified_at, f.entity_id limit 1), a.entity_id) as user_id,
    a.platform as channel, a.platform_user_id as channel_peer_id, a.created_at as linked_at
    from accounts a join entities e using (entity_id)`,
];

/** Codes by which a person says that two accounts are theirs. */
const linkCodes = [
  `create table link_codes (
    code_id uuid primary key, tenant_id text not null, code_key uuid not null, entity_id uuid not null,
    expires_at timestamptz not null, status text not null)`,
  `create index link_codes_key on link_codes (tenant_id, code_key)`,
  `create index link_codes_open on link_codes (entity_id) where status = 'open'`,
  `create table link_code_misses (entity_id uuid not null, at timestamptz not null)`,
  `create index link_code_misses_entity on link_code_misses (entity_id, at)`,
];

/** Names that people gave beside those of their accounts: said somewhere, or by a call. */
const givenNames = [
  `alter table entities add column preferred_name text`,
  `alter table entity_aliases add column memory_id uuid`,
];

/** Whose message an edit or a deletion is said to be of; those of before named nobody that was kept. */
const agentsOfRevisions = ['alter table message_revisions add column agent_id uuid'];

/** Links that are followed, and asked about again. */
const contestedLinks = ['alter table identity_links add column is_contested boolean not null default false'];

/** What waits and what was decided of somebody is looked up for each account that is like theirs. */
const linksByEnds = [
  'drop index identity_links_from',
  'drop index identity_links_to',
  'create index identity_links_from on identity_links (from_entity)',
  'create index identity_links_to on identity_links (to_entity)',
];

/** Which of several processes reads a message, and until when nobody else does. */
const extractionClaims = [
  'alter table extraction_queue add column claimed_by uuid, add column claimed_until timestamptz',
];

/** What a language model proposed of messages. */
const factProposals = [
  `create table fact_proposals (
    record_id uuid primary key, tenant_id text not null, proposer text not null, proposals jsonb, asked_at timestamptz not null)`,
  `create index fact_proposals_asked on fact_proposals (tenant_id, asked_at)`,
];

/** Which handle an account bore when: one that was given up may be another's. */
const accountHandles = [
  `create table account_handles (
    entity_id uuid not null, at timestamptz not null, handle text not null, platform text not null, primary key (entity_id, at, handle))`,
];

/** Whom confidences may be kept from that were read before anybody bore a name in them. */
const namingsUnread = [
  `create table namings_unread (record_id uuid not null, entity_id uuid not null, primary key (record_id, entity_id))`,
];

/** What authors asked to keep of their messages, and what one wrote in any place. */
const withheldMessages = [
  `create table withheld_messages (
    record_id uuid not null, order_id uuid not null, author_id uuid not null, at timestamptz not null,
    withheld_from_ids uuid[] not null, only_from_some boolean not null, primary key (record_id, order_id))`,
  'create index withheld_messages_order on withheld_messages (order_id)',
  'create index messages_written on messages (author_id, sent_at)',
];

/** What was said not to be so, or no longer, and in which message. */
const endings = [
  'alter table memories add column ended_in uuid',
  'create index memories_ended_in on memories (ended_in) where ended_in is not null',
];

export const readModelMigrations: readonly Migration[] = [
  { name: '0100-people', statements: people },
  { name: '0110-places', statements: places },
  { name: '0111-places-in-confidence', statements: placesInConfidence },
  { name: '0120-messages', statements: messages },
  { name: '0121-messages-read-by', statements: readBy },
  { name: '0122-standing-orders', statements: standingOrders },
  { name: '0123-messages-received-at', statements: receivedAt },
  { name: '0124-ids-per-place', statements: idsPerPlace },
  { name: '0130-memories', statements: memories },
  { name: '0131-memories-forgotten-at', statements: forgottenAt },
  { name: '0132-memories-reworded-at', statements: rewordedAt },
  { name: '0140-grants', statements: grants },
  { name: '0141-kin', statements: kin },
  { name: '0150-withheld', statements: withheld },
  { name: '0151-stray-threads', statements: strayThreads },
  { name: '0152-audiences', statements: audiences },
  { name: '0155-folded-names', statements: foldedNames },
  { name: '0156-settings', statements: settings },
  { name: '0157-newcomers', statements: newcomers },
  { name: '0158-sharing', statements: sharing },
  { name: '0159-guests', statements: guests },
  { name: '0160-orders-of-calls', statements: ordersOfCalls },
  { name: '0161-extraction-queue', statements: extractionQueue },
  { name: '0162-links', statements: links },
  { name: '0170-erasures', statements: erasures },
  { name: '0190-seed-views', statements: views },
  { name: '0210-verification', statements: verification },
  { name: '0220-accesses', statements: accesses },
  { name: '0230-link-codes', statements: linkCodes },
  { name: '0240-reviews', statements: reviews },
  { name: '0250-given-names', statements: givenNames },
  { name: '0260-agents-of-revisions', statements: agentsOfRevisions },
  { name: '0261-contested-links', statements: contestedLinks },
  { name: '0262-links-by-ends', statements: linksByEnds },
  { name: '0270-extraction-claims', statements: extractionClaims },
  { name: '0280-fact-proposals', statements: factProposals },
  { name: '0290-account-handles', statements: accountHandles },
  { name: '0291-namings-unread', statements: namingsUnread },
  { name: '0292-withheld-messages', statements: withheldMessages },
  {
    name: '0293-closed-names',
    statements: ['alter table entity_aliases add column closed_at timestamptz'],
  },
  { name: '0294-endings', statements: endings },
  {
    name: '0295-released-messages',
    statements: [
      "alter table withheld_messages add column released_to_ids uuid[] not null default '{}'",
      'create index withheld_messages_author on withheld_messages (author_id)',
    ],
  },
];
