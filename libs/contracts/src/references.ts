import { z } from 'zod';
import { sourceAccesses, sourceHistories, sourceTypes } from '#domain';
import { identifier, uuid } from './fields.js';
import { view } from './view.js';

export const entityRefSchema = z
  .strictObject({
    entity_id: uuid.optional(),
    user_id: uuid.optional(),
    platform: identifier.optional(),
    platform_user_id: identifier.optional(),
    handle: z.string().max(256).nullish(),
    display_name: z.string().max(256).nullish(),
    kind: z.enum(['human', 'agent', 'org', 'system']).optional(),
  })
  .refine(
    (ref) =>
      ref.entity_id !== undefined ||
      ref.user_id !== undefined ||
      (ref.platform !== undefined && ref.platform_user_id !== undefined),
    { message: 'needs entity_id, or platform and platform_user_id' },
  )
  // Said in two ways, the two could differ: whose words count would be the caller's guess.
  .refine(
    ({ entity_id, user_id, platform_user_id }) =>
      new Set([entity_id, user_id, platform_user_id].filter((id) => id !== undefined)).size <= 1,
    { message: 'names somebody in two ways: give entity_id, or platform and platform_user_id' },
  );
export type EntityRef = z.output<typeof entityRefSchema>;

const placeFields = {
  source_id: uuid.optional(),
  platform: identifier.optional(),
  type: z.enum(sourceTypes).optional(),
  external_id: identifier.optional(),
  name: z.string().max(256).nullish(),
  access: z.enum(sourceAccesses).nullish(),
  history: z.enum(sourceHistories).nullish(),
};
const namesAPlace = (ref: {
  source_id?: string | undefined;
  platform?: string | undefined;
  type?: string | undefined;
  external_id?: string | undefined;
}) =>
  ref.source_id !== undefined ||
  (ref.platform !== undefined && ref.type !== undefined && ref.external_id !== undefined);
export const placeRefSchema = z
  .strictObject({
    ...placeFields,
    parent: z.strictObject({ ...placeFields, parent: z.strictObject(placeFields).nullish() }).nullish(),
  })
  .refine(namesAPlace, { message: 'needs source_id, or platform, type and external_id' });
export type PlaceRef = z.output<typeof placeRefSchema>;

export const namedEntity = view(z.object({ entity_id: uuid, name: z.string() }));
export type NamedEntity = z.output<typeof namedEntity>;
