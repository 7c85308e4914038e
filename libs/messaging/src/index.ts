export * from './message-bus.js';
export { EmbeddedMessageBus } from './embedded/embedded-message-bus.js';
export { messagingMigrations } from './messaging-migrations.js';
export type { BusReport } from './embedded/reports.js';
