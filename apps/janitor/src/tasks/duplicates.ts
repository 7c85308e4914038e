import { sayingTheSame } from '#read-models';
import type { Task } from '../task.js';

const mostGroups = 1_000;

/**
 * Finds memories that say the same in other capitals or marks, where merging them would widen nothing. It recommends, and
 * merges none: which of two ways to say it stays is for a person.
 */
export const duplicates: Task = async ({ database, now }, { tenantId, tally, breathe }) => {
  for (const { memoryIds } of await sayingTheSame(database, tenantId, now(), mostGroups))
    tally.found('same-words', memoryIds.slice(1));
  await breathe();
};
