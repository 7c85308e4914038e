import type { ReadRequest } from '#policy';
import type { AnsweringOptions } from './asking.js';
import { decideRows, isAllowed, type Decided } from './permitted.js';

export interface Conflicts {
  /** Ids of contradicting memories, by memory. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  /** Who said otherwise, by memory. */
  readonly speakers: ReadonlyMap<string, readonly string[]>;
}

/** INVARIANT: a contradiction is told only when the other statement may be heard too. */
export const conflictsAllowed = async (
  options: Pick<AnsweringOptions, 'database' | 'onDecided'>,
  request: ReadRequest,
  decided: readonly Decided[],
): Promise<Conflicts> => {
  const others = [...new Set(decided.flatMap(({ row }) => row.conflictsWith))];
  const known = await decideRows(options.database, request, others, options.onDecided);
  const ids = new Map<string, readonly string[]>();
  const speakers = new Map<string, readonly string[]>();
  for (const { row } of decided) {
    const allowed = row.conflictsWith.filter((id) => isAllowed(known.get(id)));
    ids.set(row.facts.memoryId, allowed);
    speakers.set(
      row.facts.memoryId,
      allowed.map((id) => known.get(id)?.row.facts.speakerId ?? null).filter((id) => id !== null),
    );
  }
  return { ids, speakers };
};
