import { leastWorth, type ArchiveReason } from '#domain';
import { heldBy, ownersAbove, retirableMemories } from '#read-models';
import { changedAtOnce, firstId, pageSize, type Run, type Task, type TaskParts } from '../task.js';

const archive = async (
  { commands }: TaskParts,
  { runId, tenantId, isDryRun, tally, breathe }: Run,
  memories: readonly { readonly memoryId: string; readonly reason: ArchiveReason }[],
): Promise<void> => {
  for (let from = 0; from < memories.length; from += changedAtOnce) {
    const batch = memories.slice(from, from + changedAtOnce);
    for (const { memoryId, reason } of batch) tally.found(reason, [memoryId]);
    if (!isDryRun) {
      const done = new Set(await commands.retire({ tenantId, runId, memories: batch }));
      for (const { memoryId, reason } of batch) if (done.has(memoryId)) tally.changed(reason, 1);
    }
    await breathe();
  }
};

/** What is told to nobody any more. */
const archiveEnded = async (parts: TaskParts, run: Run): Promise<void> => {
  let after: string | null = firstId;
  while (after !== null) {
    const ended = await retirableMemories(parts.database, run.tenantId, parts.now(), after, pageSize);
    after = ended.at(-1)?.memoryId ?? null;
    const reasoned = ended.map(({ memoryId, status }) => ({
      memoryId,
      reason: status === 'superseded' ? ('superseded' as const) : ('ephemeral_decay' as const),
    }));
    await archive(parts, run, reasoned);
  }
};

/** Of whoever holds more than they may, what is least worth keeping. One owner's memories never go for another's. */
const archiveAbove = async (parts: TaskParts, run: Run, most: number): Promise<void> => {
  const { database, now } = parts;
  for (const owner of await ownersAbove(database, run.tenantId, now(), most)) {
    const held = await heldBy(database, run.tenantId, now(), owner);
    const ids = leastWorth(held, owner.count - most, now());
    await archive(
      parts,
      run,
      ids.map((memoryId) => ({ memoryId, reason: 'max_entries' as const })),
    );
  }
};

/** Puts away what is told to nobody any more and, where there is a most that an owner may hold, what is above it. */
export const garbage: Task = async (parts, run) => {
  await archiveEnded(parts, run);
  if (parts.maxEntries !== null) await archiveAbove(parts, run, parts.maxEntries);
};
