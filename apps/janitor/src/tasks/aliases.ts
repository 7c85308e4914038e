import { staleProposals, staleQuestions } from '#read-models';
import { pageSize, type Run, type Task, type TaskParts } from '../task.js';

/** What nobody decided about for so long. */
const patienceMs = 90 * 86_400_000;

interface Stale {
  readonly kind: string;
  readonly ids: readonly string[];
  readonly endedBy: (ids: readonly string[]) => {
    readonly linkIds: readonly string[];
    readonly reviewIds: readonly string[];
  };
}

const end = async (
  { commands }: TaskParts,
  { tenantId, runId, isDryRun, tally, breathe }: Run,
  { kind, ids, endedBy }: Stale,
  before: Date,
): Promise<void> => {
  for (let from = 0; from < ids.length; from += pageSize) {
    const some = ids.slice(from, from + pageSize);
    tally.found(kind, some);
    if (!isDryRun)
      tally.changed(kind, await commands.endProposals({ tenantId, runId, ...endedBy(some), before }));
    await breathe();
  }
};

/**
 * Ends what Kith itself asked and nobody decided about, to link two accounts or about memories: a queue that is never empty is
 * read by nobody.
 */
export const aliases: Task = async (parts, run) => {
  const before = new Date(parts.now().getTime() - patienceMs);
  const links = await staleProposals(parts.database, run.tenantId, before);
  const questions = await staleQuestions(parts.database, run.tenantId, before);
  await end(
    parts,
    run,
    { kind: 'proposal', ids: links, endedBy: (linkIds) => ({ linkIds, reviewIds: [] }) },
    before,
  );
  await end(
    parts,
    run,
    { kind: 'question', ids: questions, endedBy: (reviewIds) => ({ linkIds: [], reviewIds }) },
    before,
  );
};
