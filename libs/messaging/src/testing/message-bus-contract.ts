import { describe } from '@jest/globals';
import { deliveryContract } from './delivery-contract.js';
import { lifecycleContract } from './lifecycle-contract.js';
import { parkingContract } from './parking-contract.js';
import { publishingContract } from './publishing-contract.js';
import { retryContract } from './retry-contract.js';
import type { MakeBus } from './with-bus.js';

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
