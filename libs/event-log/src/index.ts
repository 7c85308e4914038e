export * from './event-log.js';
export { eventLogMigrations } from './migrations.js';
export type { Signer } from './signing-key.js';
export { PostgresEventLog } from './postgres-event-log.js';
