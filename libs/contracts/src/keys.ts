import { z } from 'zod';
import { at, uuid } from './fields.js';
import { view } from './view.js';

/** Who is calling, by the key that the connection presented. */
export interface Caller {
  readonly tenantId: string;
  readonly keyId: string;
  readonly roles: readonly KeyRole[];
  /** The one agent, and the one platform, that the key is for; without it, all of them. */
  readonly agent?: string;
  readonly platform?: string;
}
export const keyRoles = ['adaptor', 'client', 'operator'] as const;
export type KeyRole = (typeof keyRoles)[number];

export const isOperator = (caller: Caller): boolean => caller.roles.includes('operator');

const keyFields = {
  id: uuid,
  name: z.string(),
  roles: z.array(z.enum(keyRoles)),
  agent_id: z.string().nullable(),
  platform: z.string().nullable(),
  created_at: at,
  revoked_at: at.nullable(),
};
export const keyView = view(z.object(keyFields));
export type KeyView = z.output<typeof keyView>;
/** The key itself is told once, when it is made. */
export const createdKey = view(z.object({ ...keyFields, key: z.string() }));
export type CreatedKey = z.output<typeof createdKey>;
