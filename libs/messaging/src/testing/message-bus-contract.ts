import { describe } from '@jest/globals';
import type { MessageBus } from '../message-bus.js';
import { deliveryContract } from './delivery-contract.js';
import { lifecycleContract } from './lifecycle-contract.js';
import { parkingContract } from './parking-contract.js';
import { publishingContract } from './publishing-contract.js';
import { retryContract } from './retry-contract.js';

export interface BusUnderTest {
  readonly bus: MessageBus;
  /** Another bus on the same store, as another process has it. */
  readonly other: MessageBus;
  readonly close: () => Promise<void>;
}
/** An empty store. After a throw the bus under test retries within tens of milliseconds instead of seconds. */
export type MakeBus = () => Promise<BusUnderTest>;

/** What every adapter of the port keeps. It waits for conditions and knows no broker. */
export const messageBusContract = (name: string, makeBus: MakeBus): void => {
  describe(`${name} keeps the contract of a message bus`, () => {
    publishingContract(makeBus);
    deliveryContract(makeBus);
    retryContract(makeBus);
    parkingContract(makeBus);
    lifecycleContract(makeBus);
  });
};
