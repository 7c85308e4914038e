import type { KithConfig } from '#config';
import type { Database } from '#database';
import { rebuildIndex } from '#recall';
import { openEngines, type Engines } from './engines.js';

export interface Rebuilt {
  readonly events: number;
  readonly entries: number;
  readonly ms: number;
}

/** Stands in the table of checkpoints as long as the index may be half full. */
const unfinished = 'index-rebuild';

const markUnfinished = (database: Database): Promise<unknown> =>
  database.query(
    `insert into checkpoints (name, transaction_id, position) values ($1, '0'::xid8, 0) on conflict (name) do nothing`,
    [unfinished],
  );

type Parts = Pick<Engines, 'database' | 'index' | 'embedder'>;

const fillIndex = async (engines: Parts): Promise<number> => {
  const entries = await rebuildIndex(engines);
  await engines.database.query('delete from checkpoints where name = $1', [unfinished]);
  return entries;
};

/** The log and its read models move in one transaction, the index does not: a rebuild that was cut short is finished here. */
export const finishRebuild = async (engines: Parts): Promise<number | null> => {
  const rows = await engines.database.query('select name from checkpoints where name = $1', [unfinished]);
  return rows.length === 0 ? null : fillIndex(engines);
};

/** Drops every read model and the index, and builds them again from the log. Nothing may be serving meanwhile. */
export const rebuild = async (
  config: KithConfig,
  onProgress: (done: number, total: number) => void,
): Promise<Rebuilt> => {
  const started = performance.now();
  const engines = await openEngines(config);
  try {
    await markUnfinished(engines.database);
    const events = await engines.log.rebuild(onProgress);
    const entries = await fillIndex(engines);
    return { events, entries, ms: Math.round(performance.now() - started) };
  } finally {
    await engines.close();
  }
};
