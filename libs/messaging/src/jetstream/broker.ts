import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

/** One connection, and what the adapter does over it. */
export interface Broker {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  /** First token of every subject, and of stream names in upper case: `kith`. */
  readonly root: string;
  /** Of the subjects at which answers come; a user may be allowed to hear its own alone. */
  readonly inboxPrefix: string;
  readonly isUp: () => boolean;
}
