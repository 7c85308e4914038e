export * from './message-bus.js';
export { EmbeddedMessageBus } from './embedded/embedded-message-bus.js';
export { messagingMigrations } from './messaging-migrations.js';
export type { BusReport } from './reports.js';
export { connectNats, NatsUnavailableError, type Nats } from './jetstream/connect-nats.js';
export { JetStreamMessageBus } from './jetstream/jetstream-message-bus.js';
export { NatsRequests } from './requests/nats-requests.js';
export { partitionOf, partitionToken } from './partition.js';
export { brokerNames, confinedToken, inboxOf, subjectOf } from './topology.js';
