import { z } from 'zod';
import type { EntityRef, PlaceRef } from './references.js';
import { sourceTypes } from '#domain';
import { identifier, uuid } from './fields.js';

/** Who asks and where, as query parameters; only an operator may leave the viewer out, and to read whoever serves a single user. */
export const viewerParams = {
  viewer_id: uuid.optional(),
  viewer_platform: identifier.optional(),
  viewer_platform_user_id: identifier.optional(),
  viewer_source_id: uuid.optional(),
  viewer_source_platform: identifier.optional(),
  viewer_source_type: z.enum(sourceTypes).optional(),
  viewer_source_external_id: identifier.optional(),
  /** Left out with a viewer, the default agent; without one, every agent. */
  agent_id: identifier.optional(),
};
export const viewerParamsSchema = z.strictObject(viewerParams);
export type ViewerParams = z.output<typeof viewerParamsSchema>;

/** Whether to answer at once, or when recall can see it; and how long that may take. */
export const waitParams = {
  wait: z.enum(['indexed', 'accepted']).default('indexed'),
  timeout_ms: z.coerce.number().int().min(0).max(60_000).default(10_000),
};
export const waitParamsSchema = z.strictObject(waitParams);
export type WaitParams = z.output<typeof waitParamsSchema>;

/** Who asks, by the parameters of a request; null where they name nobody. */
export const viewerRefOf = (viewer: ViewerParams): EntityRef | null => {
  if (viewer.viewer_id !== undefined) return { entity_id: viewer.viewer_id };
  return viewer.viewer_platform !== undefined && viewer.viewer_platform_user_id !== undefined
    ? { platform: viewer.viewer_platform, platform_user_id: viewer.viewer_platform_user_id }
    : null;
};

/** Where the answer is given, by the parameters of a request; null where they name no place. */
export const placeRefOf = (viewer: ViewerParams): PlaceRef | null => {
  if (viewer.viewer_source_id !== undefined) return { source_id: viewer.viewer_source_id };
  const {
    viewer_source_platform: platform,
    viewer_source_type: type,
    viewer_source_external_id: external_id,
  } = viewer;
  return platform !== undefined && type !== undefined && external_id !== undefined
    ? { platform, type, external_id }
    : null;
};
