import { EntitySchema } from 'typeorm';
import { reviews, type ReviewRow } from './reviews.js';

/** Review items one by one, for those who look at them and decide; the projection writes them in batches. */
export const reviewEntity = new EntitySchema<ReviewRow>({
  name: 'ReviewItem',
  tableName: reviews.name,
  columns: {
    review_id: { type: 'uuid', primary: true },
    tenant_id: { type: 'text' },
    kind: { type: 'text' },
    status: { type: 'text' },
    confidence: { type: 'real' },
    memory_ids: { type: 'uuid', array: true },
    candidates: { type: 'uuid', array: true },
    choice: { type: 'uuid', nullable: true },
    claimant_id: { type: 'uuid', nullable: true },
    reason: { type: 'text', nullable: true },
    proposed_by: { type: 'text' },
    decided_by: { type: 'text', nullable: true },
    note: { type: 'text', nullable: true },
    created_at: { type: 'timestamptz' },
    decided_at: { type: 'timestamptz', nullable: true },
    position: { type: 'bigint' },
  },
});
