import { z } from 'zod';
import { id } from '../event-fields.js';
import { sourceAccesses, sourceHistories, sourceTypes } from '../words.js';

/**
 * How a place stood when something was said there: who could read it then. It is part of what was said, and nothing that
 * befalls the place later widens it.
 */
export const settingSchema = z.object({
  sourceId: id,
  access: z.enum(sourceAccesses),
  history: z.enum(sourceHistories),
  threadOf: id.nullable(),
  /** A thread for its own participants alone, whatever it hangs under. */
  isApart: z.boolean(),
  workspaceId: id.nullable(),
  rootId: id,
  rootType: z.enum(sourceTypes),
});
export type Setting = z.output<typeof settingSchema>;
