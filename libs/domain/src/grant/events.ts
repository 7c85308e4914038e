import { z } from 'zod';
import { defineEvent } from '../define-event.js';
import { at, id } from '../event-fields.js';

/** An operator lets an entity, with whomever active links join to it, hear a secret. Ids only: nothing here is sealed. */
export const GrantGiven = defineEvent(
  'GrantGiven',
  1,
  z.object({ grantId: id, memoryId: id, entityId: id, keyId: z.string(), expiresAt: at.nullable() }),
);
export const GrantRevoked = defineEvent('GrantRevoked', 1, z.object({ grantId: id, keyId: z.string() }));
