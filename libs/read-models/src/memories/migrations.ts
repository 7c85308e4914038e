export const memories = [
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

export const forgottenAt = [
  'alter table memories add column forgotten_at timestamptz',
  `update memories set forgotten_at = updated_at where status = 'forgotten'`,
];

export const rewordedAt = ['alter table memories add column reworded_at timestamptz'];

/** Whom speakers named as theirs; ids alone. */
export const kin = [
  `create table kin_namings (
    memory_id uuid not null, record_id uuid not null, tenant_id text not null, agent_id uuid not null, speaker_id uuid not null,
    entity_id uuid not null, at timestamptz not null, primary key (memory_id, record_id))`,
  `create index kin_namings_speaker on kin_namings (tenant_id, speaker_id)`,
];

export const withheld = [
  `alter table memories add column withheld_from_ids uuid[] not null default '{}'`,
  `alter table messages add column withheld_from_ids uuid[] not null default '{}'`,
];

/** Of whom anything is kept, and who is linked to whom, is asked in every answer among others. */
export const audiences = [
  `create index memories_withheld on memories (tenant_id) where withheld_from_ids <> '{}'`,
  `create index messages_withheld on messages (tenant_id) where withheld_from_ids <> '{}'`,
  `create index identity_links_from on identity_links (from_entity) where status = 'active'`,
  `create index identity_links_to on identity_links (to_entity) where status = 'active'`,
];

/** What a copy is a copy of, and what people decided about who may hear a memory; rows of before are made anew from the log. */
export const sharing = [
  `alter table memories add column shared_in uuid, add column copy_of uuid, add column disclosure_history jsonb`,
  `create index memories_shared on memories (tenant_id, speaker_entity_id) where shared_in is not null`,
];

/** How often a memory was told, and when last. It is counted, not derived: a rebuild leaves it as it is. */
export const accesses = [
  `create table memory_accesses (
    memory_id uuid primary key, tenant_id text not null, access_count integer not null, last_accessed_at timestamptz not null)`,
  `alter table memories drop column access_count, drop column last_accessed_at`,
  `create index memories_ending on memories (tenant_id, expires_at, memory_id) where status = 'active' and expires_at is not null`,
];

/** What was said not to be so, or no longer, and in which message. */
export const endings = [
  'alter table memories add column ended_in uuid',
  'create index memories_ended_in on memories (ended_in) where ended_in is not null',
];
