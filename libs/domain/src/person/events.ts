import { z } from 'zod';
import { defineEvent } from '../define-event.js';
import { at, id } from '../event-fields.js';
import { entityTypes } from '../words.js';

const accountNames = { handle: z.string().nullable(), displayName: z.string().nullable() };

export const AccountRegistered = defineEvent(
  'AccountRegistered',
  1,
  z.object({
    entityId: id,
    entityType: z.enum(entityTypes),
    platform: z.string(),
    platformUserId: z.string(),
    at,
    ...accountNames,
  }),
  { sealed: ['handle', 'displayName'], sealedBy: (data) => data.entityId },
);
/** A name seen for the first time, earlier than known, or again after another one. */
export const ProfileObserved = defineEvent(
  'ProfileObserved',
  1,
  z.object({ entityId: id, platform: z.string(), platformUserId: z.string(), at, ...accountNames }),
  { sealed: ['handle', 'displayName'], sealedBy: (data) => data.entityId },
);
/** Somebody mentioned whom no account is known of yet. `placeId` null: a handle of the whole platform. */
export const PersonNamed = defineEvent(
  'PersonNamed',
  1,
  z.object({ entityId: id, platform: z.string(), placeId: id.nullable(), name: z.string().nullable(), at }),
  { sealed: ['name'], sealedBy: (data) => data.entityId },
);
