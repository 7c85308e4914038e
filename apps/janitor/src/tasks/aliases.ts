import { staleNames, staleProposals, staleQuestions, waitingProposals, type StaleNames } from '#read-models';
import { changedAtOnce, firstId, pageSize, type Run, type Task, type TaskParts } from '../task.js';

/** What nobody decided about for so long. */
const patienceMs = 90 * 86_400_000;
/** A name that nobody bore or said for so long may be anybody's who comes to be called so. */
const unusedMs = 365 * 86_400_000;

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

/** Each costs a look at all that both were called, and where and with whom they talk. */
const weighedAtOnce = 10;

const weighAgain = async (
  { commands, database }: TaskParts,
  { tenantId, runId, isDryRun, tally, breathe }: Run,
): Promise<void> => {
  let after: string | undefined = firstId;
  while (after !== undefined) {
    const linkIds: readonly string[] = await waitingProposals(database, tenantId, after, weighedAtOnce);
    after = linkIds.at(-1);
    if (linkIds.length === 0) return;
    const found = await commands.weighAgain({ tenantId, runId, linkIds, isDryRun });
    tally.found('proposal-grown', found);
    if (!isDryRun) tally.changed('proposal-grown', found.length);
    await breathe();
  }
};

const closeUnused = async (
  { commands, database, now }: TaskParts,
  { tenantId, runId, isDryRun, tally, breathe }: Run,
): Promise<void> => {
  const before = new Date(now().getTime() - unusedMs);
  let after: string | null = firstId;
  while (after !== null) {
    const page: StaleNames = await staleNames(database, tenantId, before, after, changedAtOnce);
    after = page.next;
    for (const kind of ['handle', 'heard'] as const) {
      const aliasIds = page.names.flatMap((name) => (name.kind === kind ? [name.aliasId] : []));
      if (aliasIds.length === 0) continue;
      tally.found(`unused-${kind}`, aliasIds);
      if (!isDryRun)
        tally.changed(`unused-${kind}`, await commands.closeNames({ tenantId, runId, aliasIds, before }));
    }
    await breathe();
  }
};

/**
 * Says of what waits what speaks for it since. Closes names that nobody bears and nobody says: whoever is called so from then on is somebody else. Never one that a person
 * gave, nor any of somebody who was verified.
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
  await weighAgain(parts, run);
  await closeUnused(parts, run);
};
