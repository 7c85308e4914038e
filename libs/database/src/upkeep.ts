import type { Sql } from './database.js';

export interface TableState {
  readonly name: string;
  readonly live: number;
  readonly dead: number;
  readonly changedSinceAnalyze: number;
  readonly insertedSinceVacuum: number;
}

const megabyte = 1024 * 1024;
/** Written since the last checkpoint: what a start after a crash reads again, about 6 ms a megabyte. */
const walLimit = 64 * megabyte;

/**
 * Above those of Postgres' own autovacuum, which runs beside the others: here everybody waits. A table that grows is
 * looked at again when it has doubled, so what this costs stays a share of what the rows cost.
 */
const needsVacuum = ({ live, dead, insertedSinceVacuum }: TableState): boolean =>
  dead > 500 + 0.5 * live || insertedSinceVacuum > 5_000 + live;
const needsAnalyze = ({ live, changedSinceAnalyze }: TableState): boolean =>
  changedSinceAnalyze > 250 + 0.5 * live;

/** What a server's background processes would do now. */
export const dueUpkeep = (tables: readonly TableState[], walBehind: number): readonly string[] => [
  ...tables.flatMap((table) => {
    if (needsVacuum(table)) return [`vacuum (analyze) ${table.name}`];
    return needsAnalyze(table) ? [`analyze ${table.name}`] : [];
  }),
  ...(walBehind > walLimit ? ['checkpoint'] : []),
];

const tableStates = `
  select format('%I.%I', schemaname, relname) as name, n_live_tup::float8 as live, n_dead_tup::float8 as dead,
         n_mod_since_analyze::float8 as "changedSinceAnalyze", n_ins_since_vacuum::float8 as "insertedSinceVacuum"
    from pg_stat_user_tables`;
const walState =
  'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as behind from pg_control_checkpoint()';

/** One statement at a time, so that others come in between. */
export const runUpkeep = async (sql: Sql): Promise<void> => {
  const tables = await sql.query<TableState>(tableStates);
  const [wal] = await sql.query<{ behind: number }>(walState);
  for (const statement of dueUpkeep(tables, wal?.behind ?? 0)) await sql.query(statement);
};

const everyMs = 5_000;

/**
 * A Postgres without its background processes never checkpoints, vacuums or analyzes by itself: its log grows until the
 * disk is full, dead rows stay, and the planner guesses. Returns what stops it.
 */
export const startUpkeep = (sql: Sql): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  const round = async () => {
    isRunning = true;
    await runUpkeep(sql).catch((error: unknown) => {
      const name = error instanceof Error ? error.name : typeof error;
      process.emitWarning(`upkeep of the embedded database failed and is tried again: ${name}`);
    });
    isRunning = false;
  };
  const timer = setInterval(() => {
    if (!isRunning) running = round();
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
};
