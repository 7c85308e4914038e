import { endedMemories, type EndedAt } from '#read-models';
import { changedAtOnce, type Task } from '../task.js';

const kind = 'ephemeral_decay';

/** Says of what was of the moment that it is over: since then it is told to nobody, whether anybody says so or not. */
export const expire: Task = async (
  { database, commands, now },
  { runId, tenantId, isDryRun, tally, breathe },
) => {
  let after: EndedAt | null = null;
  for (;;) {
    const ended: readonly EndedAt[] = await endedMemories(database, tenantId, now(), after, changedAtOnce);
    after = ended.at(-1) ?? null;
    if (after === null) return;
    const ids = ended.map(({ memoryId }) => memoryId);
    tally.found(kind, ids);
    if (!isDryRun) {
      const memories = ids.map((memoryId) => ({ memoryId, reason: null }));
      tally.changed(kind, (await commands.retire({ tenantId, runId, memories })).length);
    }
    await breathe();
  }
};
