export { allMigrations } from './engines.js';
export { rebuild } from './rebuild.js';
export { startPlatform, type Platform } from './start-platform.js';
