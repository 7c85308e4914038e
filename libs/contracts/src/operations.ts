import { z } from 'zod';
import { numbers } from './fields.js';
import { view } from './view.js';

export const kithVersion = '0.1.0';

export const stats = view(
  z.object({
    memories: numbers,
    messages: z.number(),
    entities: z.number(),
    sources: z.number(),
    events: z.number(),
  }),
);
export type StatsView = z.output<typeof stats>;

export const health = view(z.object({ status: z.string() }));
