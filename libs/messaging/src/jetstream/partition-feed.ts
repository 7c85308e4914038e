import { AckPolicy, DeliverPolicy, ReplayPolicy, type ConsumerConfig } from '@nats-io/jetstream';
import type { Msg } from '@nats-io/transport-node';
import type { BusKind } from '../message-bus.js';
import { partitionToken } from '../partition.js';
import { brokerNames, durableOf } from '../topology.js';
import type { Pending } from './backlog.js';
import type { Broker } from './broker.js';
import { carriedIn } from './carrying.js';
import { deliveryInfo } from './delivery-info.js';
import { Pull } from './pull.js';

export const ackWord = '+ACK';
export const termWord = '+TERM';
/** Of a delivery that is still worked on: the broker shall not give it to another. */
export const workingWord = '+WPI';
/** A bare `-NAK` is delivered again at once; it always has a delay. */
export const nakWord = (delayMs: number): string =>
  `-NAK ${JSON.stringify({ delay: Math.max(1, Math.round(delayMs)) * 1_000_000 })}`;

/** Unsettled ones of a partition beyond which the broker gives nothing new of it. */
const mostUnsettled = 1_000;

export interface FeedOptions {
  readonly consumer: string;
  readonly kind: BusKind;
  readonly partition: number;
  readonly maxDeliveries: number;
  readonly ackWaitMs: number;
  readonly room: () => number;
  /** `isRepeated`: it was delivered before; how often it was tried has to be looked up. */
  readonly onDelivered: (pending: Pending, isRepeated: boolean) => void;
  readonly onFault: (error: unknown) => void;
}

const neverTried = { attempts: 0, isDeadly: false };

/** Deliveries of one partition, by its durable. */
export class PartitionFeed {
  private pull: Pull | null = null;
  private isAbandoned = false;

  constructor(
    private readonly broker: Broker,
    private readonly options: FeedOptions,
  ) {}

  /** Makes the durable, or gives it the settings of now. */
  async ensure(): Promise<void> {
    const { consumer, kind, partition, maxDeliveries, ackWaitMs } = this.options;
    const names = brokerNames(this.broker.root);
    const config: ConsumerConfig = {
      durable_name: durableOf(consumer, partition),
      filter_subject: `${this.broker.root}.v1.*.${kind}.${partitionToken(partition)}`,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      replay_policy: ReplayPolicy.Instant,
      ack_wait: Math.round(ackWaitMs) * 1_000_000,
      max_ack_pending: mostUnsettled,
      max_deliver: maxDeliveries,
    };
    await this.broker.jsm.consumers.add(names.stream(kind), config);
  }

  open(): void {
    const { consumer, kind, partition, room, onFault } = this.options;
    this.pull = new Pull(this.broker, {
      stream: brokerNames(this.broker.root).stream(kind),
      durable: durableOf(consumer, partition),
      room,
      onMessage: (message) => this.take(message),
      onMissing: () => this.ensure().catch(onFault),
    });
    this.pull.ask();
  }

  ask(): void {
    this.pull?.ask();
  }

  askAnew(): void {
    this.pull?.askAnew();
  }

  async close(): Promise<void> {
    await this.pull?.stop();
  }

  /** Another worker has the partition: what is on its way here is that one's. */
  async abandon(): Promise<void> {
    this.isAbandoned = true;
    await this.close();
  }

  private take(message: Msg): void {
    const { reply } = message;
    if (reply === undefined || this.isAbandoned) return;
    const { deliveries, streamSequence, time } = deliveryInfo(reply);
    const { subject, headers, data: body } = message;
    const carried = carriedIn(this.options.kind, { subject, headers, body, streamSequence, time });
    const answer = (word: string): void => {
      if (!this.broker.nc.isClosed()) this.broker.nc.publish(reply, word);
    };
    if (carried.only !== null && carried.only !== this.options.consumer) {
      answer(ackWord);
      return;
    }
    const isRepeated = deliveries > 1;
    const { only: _, ...delivery } = carried;
    this.options.onDelivered(
      {
        delivery,
        partition: this.options.partition,
        streamSequence,
        tried: isRepeated ? null : neverTried,
        answer,
      },
      isRepeated,
    );
  }
}
