export * from './message-bus.js';
export { partitionOf, partitionToken } from './partition.js';
export { retryDelay, retryDelays } from './settlement.js';
export { InProcessRequestReply, NoResponderError } from './in-process-request-reply.js';
export { EmbeddedMessageBus, type EmbeddedBusOptions } from './embedded/embedded-message-bus.js';
export type { BusReport } from './embedded/reports.js';
export { messagingMigrations } from './messaging-migrations.js';
