/** Tiers are told apart by suffix: `npm test -- unit.spec` runs one of them. */
const proofsInFull = process.env.KITH_TEST_PROOFS === 'full';

export default {
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  setupFiles: ['<rootDir>/test/support/fixed-seed.mjs'],
  testMatch: ['<rootDir>/{apps,libs,test}/**/*.{unit,int,e2e,law}.spec.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/import-rules/fixtures/'],
  globals: {
    // Proofs of many cases take a sample of them here, and all of them in .ci/run.
    proofsInFull,
    // Cases of one law of the policy. Ten times as many find little more and take minutes: LAW_RUNS=100000 npm test -- law.spec
    policyRuns: Number(process.env.LAW_RUNS ?? (proofsInFull ? 10_000 : 3_000)),
  },
  // Modules of a finished file stay in their worker: beyond this a fresh one is quicker than collecting them (3 GB, half the speed).
  workerIdleMemoryLimit: '1GB',
  testTimeout: 60_000,
};
