import { z } from 'zod';
import { at, limit } from './fields.js';
import { view } from './view.js';

const tenantId = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u, {
  error: 'is not 1 to 63 of a-z, 0-9 and -, beginning and ending with none of -',
});
export const addTenantSchema = z.strictObject({ id: tenantId, name: z.string().trim().max(128).optional() });
export type AddTenant = z.output<typeof addTenantSchema>;
export const listTenantsSchema = z.strictObject({ limit, cursor: tenantId.optional() });
export type ListTenants = z.output<typeof listTenantsSchema>;

const tenantFields = { id: z.string(), name: z.string(), created_at: at };
export const tenantView = view(z.object(tenantFields));
export type TenantView = z.output<typeof tenantView>;
/** Its first operator key is told once, when it is made. */
export const createdTenant = view(z.object({ ...tenantFields, key: z.string() }));
export type CreatedTenant = z.output<typeof createdTenant>;
