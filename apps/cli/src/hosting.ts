import type { Hosting } from './context.js';

/** Loads the whole platform, which takes a while: only commands that serve or work on the data directory ask for it. */
export const openHosting = async (): Promise<Hosting> => {
  const { addModel, compareExtractors, migrateStore, startPlatform, rebuild } = await import('#standalone');
  return { start: startPlatform, rebuild, migrate: migrateStore, addModel, compare: compareExtractors };
};
