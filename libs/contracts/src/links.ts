import { z } from 'zod';
import { uuid } from './fields.js';
import { entityRefSchema } from './references.js';
import { view } from './view.js';

/** Found by Kith itself: nobody can say that it was so. */
const proofs = ['same-verified-id', 'code-confirmed'];

const claimSchema = z.strictObject({
  kind: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}$/u, 'must be lower-case words with hyphens between them')
    .refine((kind) => !proofs.includes(kind), 'is found by Kith itself, and cannot be given'),
  weight: z.number().min(0).max(1).optional(),
  detail: z.string().max(1024).optional(),
});
export type LinkClaim = z.output<typeof claimSchema>;

/** Somebody says that two accounts are one person's: an operator of any two, a client of its viewer's. */
export const proposeLinkSchema = z.strictObject({
  from: entityRefSchema,
  to: entityRefSchema,
  evidence: z.array(claimSchema).max(16).optional(),
  /** For whom a client asks; one of the two has to be theirs. */
  viewer: entityRefSchema.optional(),
});
export type ProposeLink = z.output<typeof proposeLinkSchema>;

export const linkView = view(
  z.object({
    id: uuid,
    from: uuid,
    to: uuid,
    status: z.enum(['pending', 'active', 'rejected', 'reverted']),
  }),
);
export type LinkView = z.output<typeof linkView>;
