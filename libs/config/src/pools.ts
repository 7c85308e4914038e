/** Connections of one process to a Postgres server. */
interface PoolSizes {
  /** For those who wait for an answer. */
  readonly reading: number;
  readonly working: number;
}

/** Recall and the edge read for those who wait; ingest and the janitor work. */
const byApp: Readonly<Record<string, PoolSizes>> = {
  gateway: { reading: 9, working: 3 },
  ingest: { reading: 3, working: 9 },
  recall: { reading: 12, working: 4 },
  janitor: { reading: 2, working: 4 },
  standalone: { reading: 10, working: 10 },
};
const ofAnyApp: PoolSizes = { reading: 10, working: 10 };

const sumOf = ({ reading, working }: PoolSizes): number => reading + working;

/** `most`: of an operator, for the process as a whole; it is shared out as the app's own number is. */
export const poolSizesOf = (app: string, most: number | null = null): PoolSizes => {
  const sizes = byApp[app] ?? ofAnyApp;
  if (most === null) return sizes;
  const reading = Math.min(most - 1, Math.max(1, Math.round((most * sizes.reading) / sumOf(sizes))));
  return { reading, working: most - reading };
};

/** For the table of settings. */
export const poolWords = (): string =>
  Object.entries(byApp)
    .map(([app, sizes]) => `${app} ${String(sumOf(sizes))}`)
    .join(', ');
