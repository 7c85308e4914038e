import { availableParallelism } from 'node:os';

/** Tiers are told apart by suffix: `npm test -- unit.spec` runs one of them. */
const proofsInFull = process.env.KITH_TEST_PROOFS === 'full';

export default {
  testEnvironment: 'node',
  testRunner: '<rootDir>/test/support/spec-runner.mjs',
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  transform: {},
  setupFilesAfterEnv: ['<rootDir>/test/support/fixed-seed.mjs'],
  testMatch: ['<rootDir>/{apps,libs,test}/**/*.{unit,int,e2e,law}.spec.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/import-rules/fixtures/'],
  globals: {
    // Proofs of many cases take a sample of them here, and all of them in .ci/run.
    proofsInFull,
    // Cases of one law of the policy. Ten times as many find little more and take minutes: LAW_RUNS=100000 npm test -- law.spec
    policyRuns: Number(process.env.LAW_RUNS ?? (proofsInFull ? 10_000 : 3_000)),
  },
  // Without this, a machine of two cores runs one worker: one is left to the parent, which does next to nothing.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // What files leave in their worker adds up: beyond this a fresh one is quicker than collecting it.
  workerIdleMemoryLimit: '1500MB',
  testTimeout: 60_000,
};
