/** Mutation run of the policy and of what carries it into SQL: `npx stryker run`. Heavy; run it when either changes. */
export default {
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  jest: {
    configFile: 'jest.config.mjs',
    config: {
      testMatch: [
        '<rootDir>/libs/policy/**/*.{unit,law}.spec.ts',
        '<rootDir>/libs/memory-index/src/condition-sql.unit.spec.ts',
      ],
      testSequencer: '<rootDir>/scripts/fast-specs-first.mjs',
      // Laws are repeated for every mutant: fewer cases of each are enough to kill it.
      globals: { policyRuns: 10_000 },
    },
    enableFindRelatedTests: false,
  },
  plugins: ['@stryker-mutator/jest-runner'],
  mutate: [
    'libs/policy/src/**/*.ts',
    '!**/*.spec.ts',
    '!**/index.ts',
    '!libs/policy/src/document.ts',
    'libs/memory-index/src/condition-sql.ts',
  ],
  ignorePatterns: ['apps', 'dist', 'test/*', '!test/support', 'reports', '.kith'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  thresholds: { high: 95, low: 90, break: 90 },
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false },
  tempDirName: '.stryker-tmp',
};
