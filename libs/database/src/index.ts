export * from './database.js';
export { openDatabase, type DatabaseOptions } from './open-database.js';
export { openScratchDatabase } from './scratch-database.js';
