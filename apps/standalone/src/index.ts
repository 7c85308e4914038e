export { openEngines, type Engines } from './engines.js';
export { compareExtractors } from './compare.js';
export { addModel } from './models.js';
export { migrateStore } from './migrate-store.js';
export { reachEngines } from './reach-engines.js';
export { rebuild } from './rebuild.js';
export { allEntities, allMigrations } from './schema.js';
export { startPlatform, type Platform } from './start-platform.js';
