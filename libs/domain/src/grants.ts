import { z } from 'zod';
import type { FieldError } from './message-event.js';

/** An operator lets one entity hear one secret: in private, until it is revoked or over. */
export const giveGrantSchema = z.strictObject({
  memory_id: z.uuid(),
  entity_id: z.uuid(),
  expires_at: z.iso
    .datetime({ offset: true })
    .transform((value) => new Date(value))
    .nullish(),
});
export type GiveGrant = z.output<typeof giveGrantSchema>;

export const listGrantsSchema = z.strictObject({
  memory_id: z.uuid().optional(),
  entity_id: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid().optional(),
});
export type ListGrants = z.output<typeof listGrantsSchema>;

export interface GrantView {
  readonly id: string;
  readonly memory_id: string;
  readonly entity_id: string;
  readonly granted_by: string;
  readonly granted_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** What a grant is judged by before it is given. */
export interface GrantGrounds {
  /** Null: the tenant holds no such memory, or it is forgotten. */
  readonly rank: number | null;
  readonly isEntityKnown: boolean;
  readonly now: Date;
}

/** Everything that stands against a grant, by the field it lies in. */
export const grantErrors = (
  { expires_at }: Pick<GiveGrant, 'expires_at'>,
  { rank, isEntityKnown, now }: GrantGrounds,
): readonly FieldError[] => [
  ...(rank === null ? [{ path: 'memory_id', message: 'is not known' }] : []),
  ...(rank !== null && rank !== 3
    ? [{ path: 'memory_id', message: 'is no secret: nothing but rank 3 needs a grant' }]
    : []),
  ...(isEntityKnown ? [] : [{ path: 'entity_id', message: 'is not known' }]),
  ...(expires_at && !(expires_at > now) ? [{ path: 'expires_at', message: 'is over already' }] : []),
];
