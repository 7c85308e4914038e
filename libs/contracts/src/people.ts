import { z } from 'zod';
import { at, uuid } from './fields.js';
import { personName } from './identity.js';
import { view } from './view.js';

const userFields = {
  id: uuid,
  display_name: z.string(),
  created_at: at,
  platform_links: z.array(z.object({ platform: z.string(), platform_user_id: z.string() })),
  memory_count: z.number().int(),
};
export const userView = view(z.object(userFields));
export type UserView = z.output<typeof userView>;
export const userList = view(z.object({ results: z.array(userView) }));
export type UserList = z.output<typeof userList>;
export const entityView = view(
  z.object({
    ...userFields,
    entity_type: z.string(),
    aliases: z.array(z.string()),
  }),
);
export type EntityView = z.output<typeof entityView>;

/** How somebody is called from now on; null: as their accounts are. */
export const patchEntitySchema = z.strictObject({ name: personName.nullable() });
export type PatchEntity = z.output<typeof patchEntitySchema>;
export const addAliasSchema = z.strictObject({ name: personName });
export type AddAlias = z.output<typeof addAliasSchema>;
export const aliasView = view(z.object({ id: uuid, entity_id: uuid, name: z.string() }));
export type AliasView = z.output<typeof aliasView>;
