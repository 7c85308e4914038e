export { countOrEstimate, databaseBytes } from './count-rows.js';
export * from './database.js';
export { openDatabase } from './open-database.js';
export { openOnThread, openScratchDatabase, startScratchThread } from './scratch-database.js';
export { catalogueWords, isOfEngine } from './residual/catalogue-words.js';
export { Needles } from './residual/needles.js';
export { purgeDeadRows } from './residual/purge.js';
export { scanFiles, type FilesScan } from './residual/scan-files.js';
export { scanTables, type Residue } from './residual/scan-tables.js';
