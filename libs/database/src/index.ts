export * from './database.js';
export { openDatabase, type DatabaseOptions } from './open-database.js';
