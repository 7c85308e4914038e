import { z } from 'zod';
import { defineEvent } from '../define-event.js';
import { actorSchema, id } from '../event-fields.js';

/** `detail` may quote names, so evidence is personal text. */
export const linkEvidenceSchema = z.object({
  kind: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/u),
  weight: z.number().min(0).max(1),
  /** Enough to link without a person deciding: both accounts proved themselves. */
  isStrong: z.boolean(),
  detail: z.string().max(1024).nullable(),
});
export type LinkEvidence = z.output<typeof linkEvidenceSchema>;

export const linkConflicts = ['same-platform', 'conflicting-verified-ids'] as const;
export type LinkConflict = (typeof linkConflicts)[number];

/** Two entities may be one. `evidence` is all that lies before whoever decides; null: it was erased. */
export const LinkProposed = defineEvent(
  'LinkProposed',
  1,
  z.object({
    linkId: id,
    fromId: id,
    toId: id,
    confidence: z.number().min(0).max(1),
    isStrong: z.boolean(),
    conflict: z.enum(linkConflicts).nullable(),
    evidence: z.array(linkEvidenceSchema).nullable(),
    by: actorSchema,
  }),
  { sealed: ['evidence'], sealedBy: (data) => data.linkId },
);

const decided = z.object({ linkId: id, by: actorSchema, note: z.string().nullable() });
const sealing = { sealed: ['note'], sealedBy: (data: { readonly linkId: string }) => data.linkId } as const;

/** They are one from now on, for whoever reads. By the system: on strong evidence, and nothing stood against it. */
export const LinkApproved = defineEvent('LinkApproved', 1, decided, sealing);
/**
 * What came to be known stands against it. Followed, it stays as a person decided it, and they are asked again; else it is a
 * question, like one that nobody decided about.
 */
export const LinkContested = defineEvent(
  'LinkContested',
  1,
  z.object({ linkId: id, conflict: z.enum(linkConflicts), isFollowed: z.boolean(), by: actorSchema }),
);
/** They are different people, until stronger evidence comes. */
export const LinkRejected = defineEvent('LinkRejected', 1, decided, sealing);
/** What was linked is two again, and what was proposed is not asked any more. */
export const LinkReverted = defineEvent('LinkReverted', 1, decided, sealing);
/** A rejection was taken back: it is asked again. */
export const LinkReopened = defineEvent('LinkReopened', 1, decided, sealing);
