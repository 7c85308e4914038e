import { windows } from '../ranking.js';
import { and, type Asking, type Row } from './asking.js';
import type { Filter } from './condition-filter.js';

/** A message that is ranked with others, and which of its neighbours are among them. */
export interface PoolRow extends Row {
  /** Messages of one stretch followed each other, with none that passes between them. */
  readonly stretch: string | null;
  /** Whether all neighbours that count for it are among them. */
  readonly isWhole: boolean;
}

/** Rows may be written between the counting and the asking. */
export const slack = 100;

const reach = Math.max(...windows.map((window) => window.reach));
/** A talk of fewer messages than this for each of its likely ones is read whole: that takes less than to look around each. */
const wholeBelow = 40;

/** The messages around one, each side in its order, the nearest first. */
const side = async (
  asking: Asking,
  said: Filter,
  row: Row,
  direction: 'asc' | 'desc',
): Promise<{ readonly rows: readonly Row[]; readonly isEnd: boolean }> => {
  const limit = 2 * reach + 2;
  const rows = await asking.rows(said, {
    query: { order_by: { key: 'observed_at', direction, start_from: row.at } },
    limit,
  });
  const last = rows.at(-1);
  if (rows.length < limit || last === undefined) return { rows, isEnd: true };
  // Others of the last instant may be left out, and who of them comes first is told by their ids.
  return { rows: rows.filter(({ at }) => at !== last.at), isEnd: false };
};

const oldestFirst = (a: Row, b: Row): number => a.at - b.at || (a.id < b.id ? -1 : 1);

/** Stretches of the talk of one source, around some of its messages. */
export const stretchesOf = async (
  asking: Asking,
  filter: Filter,
  source: string,
  around: readonly Row[],
  rowCount: number,
): Promise<readonly PoolRow[]> => {
  const said = and(filter, { key: 'source_id', match: { value: source } });
  if (rowCount <= around.length * wholeBelow) {
    const rows = await asking.rows(said, { limit: rowCount + slack });
    return rows.map((row) => ({ ...row, stretch: source, isWhole: true }));
  }
  const read = await Promise.all(
    around.map(async (row) => {
      const [before, after] = await Promise.all([
        side(asking, said, row, 'desc'),
        side(asking, said, row, 'asc'),
      ]);
      const rows = [...new Map([row, ...before.rows, ...after.rows].map((one) => [one.id, one])).values()];
      return { rows: rows.sort(oldestFirst), isBeginning: before.isEnd, isEnd: after.isEnd };
    }),
  );
  return joined(source, read);
};

interface Stretch {
  readonly rows: readonly Row[];
  readonly isBeginning: boolean;
  readonly isEnd: boolean;
}

/** Stretches that share a message are one. */
const joined = (source: string, read: readonly Stretch[]): readonly PoolRow[] => {
  const inOrder = read.toSorted((a, b) => (a.rows[0]?.at ?? 0) - (b.rows[0]?.at ?? 0));
  const whole: { rows: Row[]; isBeginning: boolean; isEnd: boolean }[] = [];
  for (const { rows, isBeginning, isEnd } of inOrder) {
    const last = whole.at(-1);
    const known = new Set(last?.rows.map(({ id }) => id));
    if (last === undefined || !rows.some(({ id }) => known.has(id)))
      whole.push({ rows: [...rows], isBeginning, isEnd });
    else {
      last.rows.push(...rows.filter(({ id }) => !known.has(id)));
      last.rows.sort(oldestFirst);
      last.isEnd ||= isEnd;
      last.isBeginning ||= isBeginning;
    }
  }
  return whole.flatMap(({ rows, isBeginning, isEnd }, number) =>
    rows.map((row, place) => ({
      ...row,
      stretch: `${source} ${String(number)}`,
      isWhole: (isBeginning || place >= reach) && (isEnd || place < rows.length - reach),
    })),
  );
};
