import { z } from 'zod';
import { chatReply } from './chat.js';
import { uuid } from './fields.js';
import { fieldError } from './problems.js';
import { view } from './view.js';

const factOutcome = z.object({
  memory_id: uuid.nullable(),
  outcome: z.string(),
  reason: z.string().exactOptional(),
  /** With outcome FORGOTTEN: how many memories went; with reason withheld or shared: how much it binds. */
  count: z.number().int().exactOptional(),
});

/** What became of an event; `errors` of one that was taken and then refused: by fields, as at the edge. */
export const eventStatus = view(
  z.object({
    id: z.string(),
    status: z.enum(['accepted', 'recorded', 'indexed', 'failed']),
    facts: z.array(factOutcome),
    reply: chatReply.exactOptional(),
    error: z.string().exactOptional(),
    errors: z.array(fieldError).readonly().exactOptional(),
  }),
);
export type EventStatusView = z.output<typeof eventStatus>;

const eventResult = view(
  z.object({
    id: z.string().nullable(),
    status: z.enum(['accepted', 'duplicate', 'rejected']),
    errors: z.array(fieldError).readonly().exactOptional(),
    facts: z.array(factOutcome).readonly().exactOptional(),
    reply: chatReply.exactOptional(),
    error: z.string().exactOptional(),
  }),
);
export type EventResult = z.output<typeof eventResult>;
export const eventResults = view(z.object({ results: z.array(eventResult) }));
export type EventResults = z.output<typeof eventResults>;
