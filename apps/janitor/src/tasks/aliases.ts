import { staleProposals } from '#read-models';
import { pageSize, type Task } from '../task.js';

const kind = 'proposal';
/** What nobody decided about for so long. */
const patienceMs = 90 * 86_400_000;

/** Ends proposals of Kith's own to link two accounts that nobody decided about: a queue that is never empty is read by nobody. */
export const aliases: Task = async (
  { database, commands, now },
  { tenantId, runId, isDryRun, tally, breathe },
) => {
  const before = new Date(now().getTime() - patienceMs);
  const stale = await staleProposals(database, tenantId, before);
  for (let from = 0; from < stale.length; from += pageSize) {
    const linkIds = stale.slice(from, from + pageSize);
    tally.found(kind, linkIds);
    if (!isDryRun) tally.changed(kind, await commands.endProposals({ tenantId, runId, linkIds, before }));
    await breathe();
  }
};
