import { EntitySchema } from 'typeorm';
import { links, type LinkRow } from './links.js';

/** Links one by one, for those who look at them and decide; the projection writes them in batches. */
export const linkEntity = new EntitySchema<LinkRow>({
  name: 'IdentityLink',
  tableName: links.name,
  columns: {
    link_id: { type: 'uuid', primary: true },
    tenant_id: { type: 'text' },
    from_entity: { type: 'uuid' },
    to_entity: { type: 'uuid' },
    status: { type: 'text' },
    evidence: { type: 'jsonb' },
    confidence: { type: 'real' },
    is_strong: { type: 'boolean' },
    conflict: { type: 'text', nullable: true },
    proposed_by: { type: 'text' },
    decided_by: { type: 'text', nullable: true },
    note: { type: 'text', nullable: true },
    is_contested: { type: 'boolean' },
    created_at: { type: 'timestamptz' },
    decided_at: { type: 'timestamptz', nullable: true },
    position: { type: 'bigint' },
  },
});
