import { z } from 'zod';
import { sourceTypes } from '#domain';
import { identifier, uuid } from './fields.js';

/** Who asks and where, as query parameters; only an operator may leave the viewer out. */
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
