export const grants = [
  `create table grants (
    grant_id uuid primary key, tenant_id text not null, memory_id uuid not null, entity_id uuid not null, granted_by text not null,
    granted_at timestamptz not null, expires_at timestamptz, revoked_at timestamptz, position bigint not null)`,
  `create index grants_live on grants (tenant_id, entity_id) where revoked_at is null`,
  `create index grants_memory on grants (memory_id)`,
  `create index grants_listed on grants (tenant_id, position)`,
];
