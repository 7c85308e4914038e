export { countOrEstimate, databaseBytes } from './count-rows.js';
export * from './database.js';
export { openDatabase } from './open-database.js';
export { openScratchDatabase } from './scratch-database.js';
