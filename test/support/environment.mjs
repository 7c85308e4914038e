import { TestEnvironment } from 'jest-environment-node';

/** Lists that outlive a spec file; see libs/testing/src/kept-for-worker.ts. */
const kept = new Map();

/** The environment of Node, with what a worker keeps from one spec file to the next. */
export default class extends TestEnvironment {
  constructor(...given) {
    super(...given);
    this.global.keptByEnvironment = kept;
  }
}
