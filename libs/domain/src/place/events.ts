import { z } from 'zod';
import { defineEvent } from '../define-event.js';
import { at, id } from '../event-fields.js';
import { participantRoles, sourceAccesses, sourceHistories, sourceTypes } from '../words.js';

export const SourceObserved = defineEvent(
  'SourceObserved',
  2,
  z.object({
    sourceId: id,
    sourceType: z.enum(sourceTypes),
    platform: z.string(),
    externalId: z.string(),
    parentId: id.nullable(),
    access: z.enum(sourceAccesses).nullable(),
    history: z.enum(sourceHistories).nullable(),
    name: z.string().nullable(),
    at,
  }),
  {
    sealed: ['name'],
    sealedBy: (data) => data.sourceId,
    upcasters: { 1: (old) => ({ ...old, history: null }) },
  },
);
/** Which of an account's current names were given, and still held. */
const namesHeld = ['both', 'handle', 'display-name', 'none'] as const;
export type NamesHeld = (typeof namesHeld)[number];

const move = z.object({
  sourceId: id,
  entityId: id,
  role: z.enum(participantRoles),
  at,
  namesHeld: z.enum(namesHeld).default('none'),
});
export const ParticipantJoined = defineEvent('ParticipantJoined', 1, move);
export const ParticipantLeft = defineEvent('ParticipantLeft', 1, move);
