export { allMigrations, openEngines, type Engines } from './engines.js';
export { rebuild, type Rebuilt } from './rebuild.js';
export { startPlatform, type Platform, type PlatformOptions } from './start-platform.js';
