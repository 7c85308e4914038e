export * from './event-log.js';
export { eventLogMigrations } from './migrations.js';
export { PostgresEventLog } from './postgres-event-log.js';
