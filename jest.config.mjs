/** Tiers are told apart by suffix: `npm test -- unit.spec` runs one of them. */
export default {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  setupFiles: ['<rootDir>/test/support/fixed-seed.mjs'],
  testMatch: ['<rootDir>/{apps,libs,test}/**/*.{unit,int,e2e,law}.spec.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/import-rules/fixtures/'],
  // Cases of one law. Ten times as many find little more and take minutes: LAW_RUNS=100000 npm test -- law.spec
  globals: {
    policyRuns: Number(process.env.LAW_RUNS ?? 10_000),
    // Rows of others beside one's own: SCENARIO_CROWD=5000 npm run scenarios
    scenarioCrowd: Number(process.env.SCENARIO_CROWD ?? 1_500),
  },
  // Modules of a finished file stay in their worker: beyond this a fresh one is quicker than collecting them (3 GB, half the speed).
  workerIdleMemoryLimit: '1GB',
  testTimeout: 60_000,
};
