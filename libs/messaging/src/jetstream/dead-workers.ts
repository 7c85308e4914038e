import { AckPolicy, type ConsumerMessages } from '@nats-io/jetstream';
import { z } from 'zod';
import { busKinds } from '../message-bus.js';
import { brokerNames } from '../topology.js';
import type { Broker } from './broker.js';
import { carriedIn } from './carrying.js';
import type { Parked, ParkingLot } from './parking.js';

const advisorySchema = z.object({
  stream: z.string(),
  consumer: z.string(),
  stream_seq: z.number(),
  deliveries: z.number(),
});
type Advisory = z.output<typeof advisorySchema>;

export const deadWorkersDurable = 'bus-dead-workers';

const cause = 'its worker died on each attempt';

export interface DeadWorkersOptions {
  readonly onParked: (parked: Parked) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * Parks what the broker gave up on. A worker finds by its own notes what kills it; this is for what dies before any note is
 * written. The broker tells it once and to nobody in particular, so a stream keeps what it tells.
 */
export class DeadWorkers {
  private messages: ConsumerMessages | null = null;
  private starting: Promise<void> | null = null;

  constructor(
    private readonly broker: Broker,
    private readonly lot: ParkingLot,
    private readonly options: DeadWorkersOptions,
  ) {}

  watch(): Promise<void> {
    return (this.starting ??= this.start());
  }

  async stop(): Promise<void> {
    await this.starting?.catch(() => undefined);
    await this.messages?.close();
  }

  private async start(): Promise<void> {
    const { jsm, js, root } = this.broker;
    const stream = brokerNames(root).advisoryStream;
    const durable = deadWorkersDurable;
    await jsm.consumers.add(stream, { durable_name: durable, ack_policy: AckPolicy.Explicit });
    const consumer = await js.consumers.get(stream, durable);
    this.messages = await consumer.consume({
      max_messages: 10,
      callback: (message) => {
        this.park(advisorySchema.parse(message.json())).then(
          () => message.ack(),
          (error: unknown) => {
            this.options.onFault(error);
            message.nak(5_000);
          },
        );
      },
    });
  }

  private async park({ stream, consumer: durable, stream_seq: seq, deliveries }: Advisory): Promise<void> {
    const { jsm, root } = this.broker;
    const kind = busKinds.find((one) => brokerNames(root).stream(one) === stream);
    const stored = kind && (await jsm.streams.getMessage(stream, { seq }));
    if (!kind || !stored) return;
    const { subject, header: headers, data: body, time } = stored;
    const message = carriedIn(kind, { subject, headers, body, streamSequence: seq, time });
    const parked = { message, consumer: durable.replace(/-p\d\d$/u, ''), attempts: deliveries, cause };
    await this.lot.park(parked);
    this.options.onParked(parked);
  }
}
