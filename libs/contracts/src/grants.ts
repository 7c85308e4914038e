import { z } from 'zod';
import { at, ending, limit, uuid } from './fields.js';
import { view } from './view.js';

/** An operator lets one entity hear one secret: in private, until it is revoked or over. */
export const giveGrantSchema = z.strictObject({
  memory_id: uuid,
  entity_id: uuid,
  expires_at: ending,
});
export type GiveGrant = z.output<typeof giveGrantSchema>;

export const listGrantsSchema = z.strictObject({
  memory_id: uuid.optional(),
  entity_id: uuid.optional(),
  limit,
  cursor: uuid.optional(),
});
export type ListGrants = z.output<typeof listGrantsSchema>;

export const grantView = view(
  z.object({
    id: uuid,
    memory_id: uuid,
    entity_id: uuid,
    granted_by: z.string(),
    granted_at: at,
    expires_at: at.nullable(),
    revoked_at: at.nullable(),
  }),
);
export type GrantView = z.output<typeof grantView>;
