import type { KithConfig } from '#config';
import { rebuildIndex } from '#recall';
import { openEngines, type Engines } from './engines.js';

export interface Rebuilt {
  readonly events: number;
  readonly entries: number;
  readonly ms: number;
}

/** Unfinished as long as the index may be half full. */
const indexRebuild = 'index-rebuild';

type Parts = Pick<Engines, 'database' | 'log' | 'index' | 'embedder'>;

const fillIndex = async (engines: Parts): Promise<number> => {
  const entries = await rebuildIndex(engines);
  await engines.log.finish(indexRebuild);
  return entries;
};

/** The log and its read models move in one transaction, the index does not: a rebuild that was cut short is finished here. */
export const finishRebuild = async (engines: Parts): Promise<number | null> =>
  (await engines.log.isUnfinished(indexRebuild)) ? fillIndex(engines) : null;

/**
 * Drops every read model and the index, and builds them again from the log. `served`: some app works on this store, wherever it
 * runs, and nothing was done.
 */
export const rebuild = async (
  config: KithConfig,
  onProgress: (done: number, total: number) => void,
): Promise<Rebuilt | 'served'> => {
  const engines = await openEngines(config);
  try {
    if (await engines.log.isFollowed()) return 'served';
    const started = performance.now();
    await engines.log.begin(indexRebuild);
    const events = await engines.log.rebuild(onProgress);
    const entries = await fillIndex(engines);
    return { events, entries, ms: Math.round(performance.now() - started) };
  } finally {
    await engines.close();
  }
};
