import { setTimeout as pause } from 'node:timers/promises';
import { indexableAmong, indexableBehind, type IndexableRow } from '#read-models';
import type { IndexChange } from '../commands.js';
import { pageSize, firstId, type Run, type Task, type TaskParts } from '../task.js';

/** The index is behind for a moment by nature: what is, is looked at once more after this. */
const momentMs = 500;

type Gap = 'index-missing' | 'index-stale';

const gapsAmong = async (
  { index }: TaskParts,
  rows: readonly IndexableRow[],
): Promise<ReadonlyMap<string, Gap>> => {
  const positions = await index.positions(rows.map(({ id }) => id));
  return new Map(
    rows.flatMap(({ id, position }): [string, Gap][] => {
      const indexed = positions.get(id);
      if (indexed === undefined) return [[id, 'index-missing']];
      return indexed < position ? [[id, 'index-stale']] : [];
    }),
  );
};

const rowsNow = async ({ database }: TaskParts, tenantId: string, ids: Iterable<string>) => [
  ...(await indexableAmong(database, tenantId, [...ids])).values(),
];

const mend = async (
  parts: TaskParts,
  { tenantId, isDryRun, tally }: Run,
  found: ReadonlyMap<string, string>,
  changes: readonly IndexChange[],
  stillWrong: () => Promise<ReadonlySet<string>>,
): Promise<void> => {
  for (const [id, kind] of found) tally.found(kind, [id]);
  if (isDryRun || found.size === 0) return;
  await parts.commands.index(tenantId, changes);
  const left = await stillWrong();
  for (const [id, kind] of found) if (!left.has(id)) tally.changed(kind, 1);
};

/** What stands in Postgres and not, or not as it is now, in the index. */
const mendMissing = async (parts: TaskParts, run: Run): Promise<void> => {
  let after: string | null = firstId;
  while (after !== null) {
    const page: readonly IndexableRow[] = await indexableBehind(
      parts.database,
      run.tenantId,
      after,
      pageSize,
    );
    after = page.at(-1)?.id ?? null;
    const suspects = await gapsAmong(parts, page);
    if (suspects.size > 0) {
      await pause(momentMs);
      const rows = await rowsNow(parts, run.tenantId, suspects.keys());
      const gaps = await gapsAmong(parts, rows);
      const changes = rows.filter(({ id }) => gaps.has(id));
      await mend(parts, run, gaps, changes, async () => new Set((await gapsAmong(parts, changes)).keys()));
    }
    await run.breathe();
  }
};

/** What stands in the index and belongs there no more. */
const mendLeftOver = async (parts: TaskParts, run: Run): Promise<void> => {
  let after: string | null = '';
  while (after !== null) {
    const page: readonly { readonly id: string; readonly position: bigint }[] =
      await parts.index.entriesBehind(run.tenantId, after, pageSize);
    after = page.at(-1)?.id ?? null;
    const ids = page.map(({ id }) => id);
    const known = await indexableAmong(parts.database, run.tenantId, ids);
    const suspects = page.filter(({ id }) => !known.has(id));
    if (suspects.length > 0) {
      await pause(momentMs);
      const there = await parts.index.positions(suspects.map(({ id }) => id));
      const known = await indexableAmong(parts.database, run.tenantId, [...there.keys()]);
      const changes = [...there]
        .filter(([id]) => !known.has(id))
        .map(([id, position]) => ({ what: 'memory' as const, id, position }));
      const found = new Map(changes.map(({ id }) => [id, 'index-left-over']));
      await mend(
        parts,
        run,
        found,
        changes,
        async () => new Set((await parts.index.positions([...found.keys()])).keys()),
      );
    }
    await run.breathe();
  }
};

/** Brings the index in line with Postgres: what is missing or stale comes in, what is left over goes. */
export const reconcile: Task = async (parts, run) => {
  await mendMissing(parts, run);
  await mendLeftOver(parts, run);
};
