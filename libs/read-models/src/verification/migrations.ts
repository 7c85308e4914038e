/** Who people were proved to be. Accounts that were verified to be the same person are one user, the first of them. */
export const verification = [
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
export const linkCodes = [
  `create table link_codes (
    code_id uuid primary key, tenant_id text not null, code_key uuid not null, entity_id uuid not null,
    expires_at timestamptz not null, status text not null)`,
  `create index link_codes_key on link_codes (tenant_id, code_key)`,
  `create index link_codes_open on link_codes (entity_id) where status = 'open'`,
  `create table link_code_misses (entity_id uuid not null, at timestamptz not null)`,
  `create index link_code_misses_entity on link_code_misses (entity_id, at)`,
];
