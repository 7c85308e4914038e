export const people = [
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
export const foldedNames = ['form', withTwoLetters('form')].map(
  (form) => `insert into entity_alias_forms (tenant_id, form, alias_id)
    select tenant_id, ${withPlainLetters(withoutMarks(form))}, alias_id from entity_alias_forms where form ~ '[^\\x01-\\x7f]'
    on conflict do nothing`,
);

/** Names that people gave beside those of their accounts: said somewhere, or by a call. */
export const givenNames = [
  `alter table entities add column preferred_name text`,
  `alter table entity_aliases add column memory_id uuid`,
];

/** Which handle an account bore when: one that was given up may be another's. */
export const accountHandles = [
  `create table account_handles (
    entity_id uuid not null, at timestamptz not null, handle text not null, platform text not null, primary key (entity_id, at, handle))`,
];

/** The names that the seeds of this design used stay queryable. */
export const views = [
  `create view user_identifiers as select entity_id as id, coalesce(canonical_name, '') as display_name, created_at, updated_at
    from entities where entity_type in ('human', 'unknown')`,
  `create view user_platform_links as select platform, platform_user_id, entity_id as user_id, created_at from accounts`,
  `create view lp_users as select entity_id as id, external_id, first_name, last_name, created_at, updated_at from entities
    where entity_type in ('human', 'unknown')`,
  `create view lp_user_channels as select entity_id as user_id, platform as channel, platform_user_id as channel_peer_id,
    created_at as linked_at from accounts`,
];

export const closedNames = ['alter table entity_aliases add column closed_at timestamptz'];
