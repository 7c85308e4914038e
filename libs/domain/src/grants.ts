import type { FieldError } from './field-error.js';

/** What a grant is judged by before it is given. */
export interface GrantGrounds {
  /** Null: the tenant holds no such memory, or it is forgotten. */
  readonly sensitivity: number | null;
  readonly isEntityKnown: boolean;
  readonly now: Date;
}

/** Everything that stands against a grant, by the field it lies in. */
export const grantErrors = (
  { expires_at }: { readonly expires_at?: Date | null | undefined },
  { sensitivity, isEntityKnown, now }: GrantGrounds,
): readonly FieldError[] => [
  ...(sensitivity === null ? [{ path: 'memory_id', message: 'is not known' }] : []),
  ...(sensitivity !== null && sensitivity !== 3
    ? [{ path: 'memory_id', message: 'is no secret: nothing but sensitivity 3 needs a grant' }]
    : []),
  ...(isEntityKnown ? [] : [{ path: 'entity_id', message: 'is not known' }]),
  ...(expires_at && !(expires_at > now) ? [{ path: 'expires_at', message: 'is over already' }] : []),
];
