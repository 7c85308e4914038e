export { countOrEstimate, databaseBytes } from './count-rows.js';
export * from './database.js';
export { openDatabase } from './open-database.js';
export { openOnThread, openScratchDatabase, startScratchThread } from './scratch-database.js';
