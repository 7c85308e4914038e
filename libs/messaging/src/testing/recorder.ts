import type { BusKind, ConsumerOptions, Delivery, Outcome, Outgoing } from '../message-bus.js';

let made = 0;
/** Names are new each time: a broker may keep what an earlier test left. */
export const fresh = (word: string): string => `${word}-${Date.now().toString(36)}-${String(++made)}`;

export const message = (
  over: Partial<Omit<Outgoing, 'body'>> & { readonly body?: Uint8Array | string } = {},
): Outgoing => ({
  id: fresh('id'),
  tenantId: 'default',
  kind: 'tasks',
  key: 'key',
  headers: {},
  ...over,
  body: typeof over.body === 'object' ? over.body : Buffer.from(over.body ?? ''),
});

/** Messages of one key with bodies `<key>1`, `<key>2`, and so on. */
export const series = (key: string, count: number, kind: BusKind = 'tasks', from = 1): readonly Outgoing[] =>
  Array.from({ length: count }, (_, index) => message({ kind, key, body: `${key}${String(index + from)}` }));

export const text = ({ body }: Pick<Outgoing, 'body'>): string => Buffer.from(body).toString();

export const done: Outcome = { kind: 'done' };

/** A consumer that writes down what it gets; `answer` says what becomes of each delivery. */
export class Recorder {
  readonly deliveries: Delivery[] = [];
  readonly batches: string[][] = [];
  constructor(private readonly answer: (delivery: Delivery) => Outcome | Promise<Outcome> = () => done) {}

  get texts(): readonly string[] {
    return this.deliveries.map(text);
  }
  attemptsOf(body: string): readonly number[] {
    return this.deliveries.filter((delivery) => text(delivery) === body).map(({ attempt }) => attempt);
  }
  readonly handle: ConsumerOptions['handle'] = async (deliveries) => {
    this.batches.push(deliveries.map(text));
    const outcomes: Outcome[] = [];
    for (const delivery of deliveries) {
      this.deliveries.push(delivery);
      outcomes.push(await this.answer(delivery));
    }
    return outcomes;
  };
}
