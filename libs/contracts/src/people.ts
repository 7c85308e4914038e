import { z } from 'zod';
import { at, identifier, uuid } from './fields.js';
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
/** A name, as a reference to somebody words it; of a platform it means them in the places of that one alone. */
export const addAliasSchema = z
  .strictObject({
    name: personName.optional(),
    handle: personName.optional(),
    display_name: personName.optional(),
    platform: identifier.optional(),
  })
  .refine(
    ({ name, handle, display_name }) =>
      [name, handle, display_name].filter((one) => one !== undefined).length === 1,
    { path: ['name'], error: 'give one of name, handle and display_name' },
  )
  .transform(({ name, handle, display_name, platform }) => ({
    name: (name ?? handle ?? display_name ?? '').replace(/^@(?=.)/u, ''),
    platform: platform ?? null,
  }));
export type AddAlias = z.output<typeof addAliasSchema>;
export const aliasView = view(
  z.object({ id: uuid, entity_id: uuid, platform: z.string().nullable(), name: z.string() }),
);
export type AliasView = z.output<typeof aliasView>;
