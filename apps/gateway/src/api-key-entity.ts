import { EntitySchema } from 'typeorm';
import type { Migration } from '#database';
import type { KeyRole } from '#contracts';

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
];

export interface ApiKey {
  readonly keyId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly roles: readonly KeyRole[];
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
    keyHash: { name: 'key_hash', type: 'bytea' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    revokedAt: { name: 'revoked_at', type: 'timestamptz', nullable: true },
  },
});

export const gatewayEntities: readonly EntitySchema[] = [apiKeyEntity];
