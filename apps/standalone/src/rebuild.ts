import type { KithConfig } from '#config';
import { rebuildIndex } from '#recall';
import { openEngines } from './engines.js';

export interface Rebuilt {
  readonly events: number;
  readonly entries: number;
  readonly ms: number;
}

/** Drops every read model and the index, and builds them again from the log. Nothing may be serving meanwhile. */
export const rebuild = async (
  config: KithConfig,
  onProgress: (done: number, total: number) => void,
): Promise<Rebuilt> => {
  const started = performance.now();
  const engines = await openEngines(
    config,
    () => new Date(),
    () => undefined,
  );
  try {
    const events = await engines.log.rebuild(onProgress);
    const entries = await rebuildIndex(engines);
    return { events, entries, ms: Math.round(performance.now() - started) };
  } finally {
    await engines.embedder?.close();
    await engines.database.close();
  }
};
