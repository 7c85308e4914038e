import { z } from 'zod';
import { defineEvent } from '../define-event.js';
import { maintenanceTasks } from './words.js';

/** A task of maintenance came to its end: who asked for it, and how much it found and changed. */
export const MaintenanceRan = defineEvent(
  'MaintenanceRan',
  1,
  z.object({
    runId: z.uuid(),
    task: z.enum(maintenanceTasks),
    isDryRun: z.boolean(),
    askedBy: z.string(),
    found: z.number().int(),
    changed: z.number().int(),
  }),
);
