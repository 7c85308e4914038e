// What `@jest/globals` is to a spec file. Helpers outlive the file that loaded them first: what they import changes under them.
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
export const { jestExpect: expect } = createRequire(resolve('jest-circus'))('@jest/expect');
export let describe, it, test, beforeAll, beforeEach, afterAll, afterEach;

/** Of the file that runs from now on. */
export const giveWords = (words) => {
  ({ describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = words);
};
