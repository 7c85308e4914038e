import type { Migration, Sql } from '#database';

/** Tenants, and the keys that belong to them. */
export const tenantMigrations: readonly Migration[] = [
  {
    name: '0090-api-keys',
    statements: [
      `create table api_keys (
        key_id uuid primary key,
        tenant_id text not null,
        name text not null,
        roles text[] not null check (cardinality(roles) > 0 and roles <@ array['adaptor', 'client', 'operator']),
        key_hash bytea not null unique,
        created_at timestamptz not null,
        revoked_at timestamptz
      )`,
      'create index api_keys_of_tenant on api_keys (tenant_id, created_at, key_id)',
    ],
  },
  {
    name: '0240-tenants',
    statements: [
      'create table tenants (tenant_id text primary key, name text not null, created_at timestamptz not null)',
      `insert into tenants (tenant_id, name, created_at) select tenant_id, tenant_id, min(created_at)
        from (select tenant_id, created_at from api_keys union all select 'default', now()) as known group by 1`,
      `alter table api_keys add column agent_id text, add column platform text,
        add constraint api_keys_confined check ((agent_id is null and platform is null) or not roles @> array['operator'])`,
    ],
  },
];

/** Those of these that an operator made. */
export const tenantsAmong = async (sql: Sql, tenantIds: readonly string[]): Promise<readonly string[]> => {
  const rows = await sql.query<{ tenant_id: string }>(
    'select tenant_id from tenants where tenant_id = any($1::text[])',
    [[...new Set(tenantIds)]],
  );
  return rows.map((row) => row.tenant_id);
};
