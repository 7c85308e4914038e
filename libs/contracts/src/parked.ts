import { z } from 'zod';
import { at, limit } from './fields.js';
import { view } from './view.js';

export const listParkedSchema = z.strictObject({
  limit,
  cursor: z
    .string()
    .regex(/^\d{1,18}$/u, 'is no cursor of this list')
    .optional(),
});
export type ListParked = z.output<typeof listParkedSchema>;

/** What the bus could not have handled, by ids alone: its words are for nobody to see. */
export const parkedView = view(
  z.object({
    id: z.string(),
    kind: z.string(),
    consumer: z.string(),
    event_key: z.string().describe('`<source>|<id>` of a message event'),
    type: z.string().nullable(),
    platform: z.string().nullable(),
    message_id: z.string().nullable(),
    attempts: z.number().int(),
    cause: z.string(),
    bytes: z.number().int(),
    received_at: at,
    parked_at: at,
  }),
);
export type ParkedView = z.output<typeof parkedView>;
