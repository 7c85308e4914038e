import type { Hosting } from './context.js';

/** Loads the whole platform, which takes a while: only commands that serve or work on the data directory ask for it. */
export const openHosting = async (): Promise<Hosting> => {
  const { addModel, compareExtractors, migrateStore, reachEngines, rebuild, startPlatform } =
    await import('#standalone');
  return {
    start: startPlatform,
    rebuild,
    reach: reachEngines,
    migrate: migrateStore,
    addModel,
    compare: compareExtractors,
  };
};
