import { EntitySchema } from 'typeorm';
import type { Migration } from '#database';
import type { KeyRole } from '#contracts';
import { tenantEntity } from './tenant-entity.js';

export const gatewayMigrations: readonly Migration[] = [
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

export interface ApiKey {
  readonly keyId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly roles: readonly KeyRole[];
  /** The one agent, and the one platform, that it is for. */
  readonly agent: string | null;
  readonly platform: string | null;
  readonly keyHash: Buffer;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export const apiKeyEntity = new EntitySchema<ApiKey>({
  name: 'ApiKey',
  tableName: 'api_keys',
  columns: {
    keyId: { name: 'key_id', type: 'uuid', primary: true },
    tenantId: { name: 'tenant_id', type: 'text' },
    name: { type: 'text' },
    roles: { type: 'text', array: true },
    agent: { name: 'agent_id', type: 'text', nullable: true },
    platform: { type: 'text', nullable: true },
    keyHash: { name: 'key_hash', type: 'bytea' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    revokedAt: { name: 'revoked_at', type: 'timestamptz', nullable: true },
  },
});

export const gatewayEntities: readonly EntitySchema[] = [apiKeyEntity, tenantEntity];
