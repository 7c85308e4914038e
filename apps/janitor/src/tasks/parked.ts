import type { ParkedView } from '#contracts';
import { pageSize, type Run, type Task, type TaskParts } from '../task.js';

const day = 86_400_000;

const settle = async (
  { commands }: TaskParts,
  { tenantId, askedBy, tally }: Run,
  action: 'replay' | 'discard',
  ids: readonly string[],
): Promise<void> => {
  for (const parkedId of ids)
    if (await commands.settleParked(action, { tenantId, by: askedBy }, parkedId)) tally.changed('parked', 1);
};

/** Lists what is parked, has it handled once more, or lets go of it for good; all of it, or what has been parked for long. */
export const parked: Task = async (parts, run) => {
  const { action = 'list', older_than_days: days = 0 } = run.request;
  const before = new Date(parts.now().getTime() - days * day);
  const isOld = ({ parked_at }: ParkedView): boolean => new Date(parked_at) <= before;
  let cursor: string | null = null;
  do {
    const page: { results: readonly ParkedView[]; next_cursor: string | null } =
      await parts.commands.listParked({ tenantId: run.tenantId, by: run.askedBy }, pageSize, cursor);
    const ids = page.results.filter(isOld).map(({ id }) => id);
    run.tally.found('parked', ids);
    if (action !== 'list' && !run.isDryRun) await settle(parts, run, action, ids);
    await run.breathe();
    cursor = page.next_cursor;
  } while (cursor !== null);
};
