import { z } from 'zod';
import { uuid } from './fields.js';
import { view } from './view.js';

/** What was changed, by its id. */
export const changedId = view(z.object({ id: uuid }));
/** What is parked has a number. */
export const parkedId = view(z.object({ id: z.string() }));
export type ChangedId = z.output<typeof changedId>;
