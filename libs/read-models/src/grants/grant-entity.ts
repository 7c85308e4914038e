import { EntitySchema } from 'typeorm';
import { grants, type GrantRow } from './grants.js';

/** Grants one by one, for those who look at them; the projection writes them in batches. */
export const grantEntity = new EntitySchema<GrantRow>({
  name: 'Grant',
  tableName: grants.name,
  columns: {
    grant_id: { type: 'uuid', primary: true },
    tenant_id: { type: 'text' },
    memory_id: { type: 'uuid' },
    entity_id: { type: 'uuid' },
    granted_by: { type: 'text' },
    granted_at: { type: 'timestamptz' },
    expires_at: { type: 'timestamptz', nullable: true },
    revoked_at: { type: 'timestamptz', nullable: true },
    position: { type: 'bigint' },
  },
});
