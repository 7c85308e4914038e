import { z } from 'zod';
import { at, identifier, uuid } from './fields.js';
import { view } from './view.js';

/** The account that speaks, by the words of the connection. */
const account = { platform: identifier, platform_user_id: identifier };

// A name stands in lines of a prompt: it is one line, and closes no block.
export const personName = z
  .string()
  .trim()
  .min(1, { error: 'is empty', abort: true })
  .max(128)
  .refine((name) => /^[^\p{C}\p{Zl}\p{Zp}[\]<>]+$/u.test(name), 'has characters that no name has');
export const registerSchema = z.strictObject({
  ...account,
  first_name: personName,
  last_name: personName,
});
export type Register = z.output<typeof registerSchema>;

const longestToken = 8192;
export const verifySchema = z.strictObject({
  ...account,
  token: z.string().min(1).max(longestToken),
  /** The account shall be somebody else from now on than it was verified to be. */
  rebind: z.boolean().default(false),
});
export type Verify = z.output<typeof verifySchema>;

export const linkCodeView = view(z.object({ code: z.string(), expires_at: at }));
export type LinkCodeView = z.output<typeof linkCodeView>;

export const sayCodeSchema = z.strictObject({ ...account, code: z.string().min(1).max(64) });
export type SayCode = z.output<typeof sayCodeSchema>;

export const accountQuerySchema = z.strictObject(account);
export type AccountQuery = z.output<typeof accountQuerySchema>;

/** Who an account's person is said and proved to be. */
export const identityView = view(
  z.object({
    user_id: uuid,
    scope_key: z.string(),
    external_id: z.string().nullable(),
    verified: z.boolean(),
    gated: z.boolean(),
    display_name: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    platform_links: z.array(z.object({ platform: z.string(), platform_user_id: z.string() })),
  }),
);
export type IdentityView = z.output<typeof identityView>;
