import { z } from 'zod';
import { at, id, withoutSetting, type Old } from '../event-fields.js';
import { settingSchema } from '../place/setting.js';

/** Why a statement is believed: the message and the span of it, or the call that remembered it. */
export const evidenceSchema = z.object({
  recordId: id.nullable(),
  messageId: z.string().nullable(),
  eventId: z.string().nullable(),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  pattern: z.string(),
  observedAt: at,
  /** Null: not known when it was written down; then what is known of the place by now tells. */
  setting: settingSchema.nullable(),
});
export type Evidence = z.output<typeof evidenceSchema>;

/** Of an event that carries its evidence, of before it was kept how the place stood. */
export const evidenceWithoutSetting = (old: Old): Old => ({
  ...old,
  evidence: withoutSetting(old['evidence'] as Old),
});
