import { afterEach, beforeEach } from '@jest/globals';
import type { BusKind, ConsumerOptions, Consumption, MessageBus } from '../message-bus.js';
import { fresh, type Recorder } from './recorder.js';

export interface BusUnderTest {
  readonly bus: MessageBus;
  /** Another bus on the same store, as another process has it. */
  readonly other: MessageBus;
  readonly close: () => Promise<void>;
}
/** An empty store. After a throw the bus under test retries within tens of milliseconds instead of seconds. */
export type MakeBus = () => Promise<BusUnderTest>;

export interface Stage {
  readonly bus: MessageBus;
  readonly other: MessageBus;
  /** Starts a consumer; what is left out is filled in. */
  consume(
    recorder: Recorder,
    over?: Partial<ConsumerOptions>,
    bus?: MessageBus,
  ): Promise<Consumption & { name: string }>;
}

/** A bus for each test of the surrounding `describe`. */
export const withBus = (makeBus: MakeBus): Stage => {
  let current: BusUnderTest | null = null;
  const now = (): BusUnderTest => {
    if (!current) throw new Error('there is no bus outside of a test');
    return current;
  };
  beforeEach(async () => {
    current = await makeBus();
  });
  afterEach(async () => {
    await now().close();
    current = null;
  });
  return {
    get bus() {
      return now().bus;
    },
    get other() {
      return now().other;
    },
    async consume(recorder, over = {}, bus = now().bus) {
      const kind: BusKind = 'tasks';
      const options = {
        name: fresh('consumer'),
        kind,
        batchSize: 10,
        maxAttempts: 3,
        handle: recorder.handle,
        ...over,
      };
      const consumption = await bus.consume(options);
      return {
        name: options.name,
        stop: () => consumption.stop(),
        drained: (withinMs) => consumption.drained(withinMs),
      };
    },
  };
};
