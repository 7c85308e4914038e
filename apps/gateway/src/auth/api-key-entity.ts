import { EntitySchema } from 'typeorm';
import type { KeyRole } from '#contracts';
import { tenantEntity } from './tenant-entity.js';

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
