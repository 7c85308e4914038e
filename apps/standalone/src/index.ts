export { allEntities, allMigrations, openEngines, type Engines } from './engines.js';
export { rebuild } from './rebuild.js';
export { startPlatform, type Platform } from './start-platform.js';
