import { sayingTheSame } from '#read-models';
import { changedAtOnce, type Task } from '../task.js';

const mostGroups = 1_000;
const kind = 'same-words';

/**
 * Finds memories that say the same in other capitals or marks, where merging them would widen nothing, and asks operators. It
 * merges none: which of two ways to say it stays is for a person.
 */
export const duplicates: Task = async (
  { database, commands, now },
  { tenantId, runId, isDryRun, tally, breathe },
) => {
  const groups = (await sayingTheSame(database, tenantId, now(), mostGroups)).map(
    ({ memoryIds }) => memoryIds,
  );
  for (let from = 0; from < groups.length; from += changedAtOnce) {
    const some = groups.slice(from, from + changedAtOnce);
    for (const [, ...others] of some) tally.found(kind, others);
    if (!isDryRun) tally.changed(kind, await commands.proposeMerges({ tenantId, runId, groups: some }));
    await breathe();
  }
};
