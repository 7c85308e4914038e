// Mutation score of the policy and of what carries it into SQL: npm run mutation [-- --only libs/policy/src/plan.ts] [--show]
// Each pass repeats what the ones before let live, with dearer tests: most mutants die in the cheap ones.
import { Stryker } from '@stryker-mutator/core';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    show: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '2' },
  },
});

const translation = '<rootDir>/libs/memory-index/src/condition-sql.unit.spec.ts';
const passes = [
  { name: 'unit tests', specs: ['<rootDir>/libs/policy/**/!(matrix).unit.spec.ts', translation], cases: 100 },
  { name: 'matrix', specs: ['<rootDir>/libs/policy/**/matrix.unit.spec.ts'], cases: 100 },
  { name: 'laws, 500 cases', specs: ['<rootDir>/libs/policy/**/*.law.spec.ts'], cases: 500 },
  { name: 'laws, 10000 cases', specs: ['<rootDir>/libs/policy/**/*.law.spec.ts'], cases: 10_000 },
];

const optionsOf = ({ specs, cases }, mutate) => ({
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  jest: {
    configFile: 'jest.config.mjs',
    config: { testMatch: specs, globals: { policyRuns: cases } },
    enableFindRelatedTests: false,
  },
  plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
  mutate,
  ignorePatterns: ['apps', 'dist', 'test/*', '!test/support', 'reports', '.kith'],
  coverageAnalysis: 'perTest',
  concurrency: Number(values.concurrency),
  reporters: [],
  tempDirName: '.stryker-tmp',
  allowConsoleColors: false,
  logLevel: 'warn',
});

const keyOf = ({ fileName, location: { start, end }, mutatorName, replacement }) =>
  [fileName, start.line, start.column, end.line, end.column, mutatorName, replacement].join('|');

// Whole lines are asked for again; the keys sort out which of their mutants are meant.
const linesOf = ({ fileName, location: { start, end } }) =>
  `${fileName}:${String(start.line)}-${String(end.line)}`;

const everything = values.only ?? [
  'libs/policy/src/**/*.ts',
  '!**/*.spec.ts',
  '!**/index.ts',
  '!libs/policy/src/document.ts',
  'libs/memory-index/src/condition-sql.ts',
];

let mutate = everything;
let alive = null;
let total = 0;
for (const pass of passes) {
  const results = await new Stryker(optionsOf(pass, mutate)).runMutationTest();
  const judged = results.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  total ||= judged.length;
  const living = judged.filter(
    (mutant) =>
      (mutant.status === 'Survived' || mutant.status === 'NoCoverage') &&
      (alive === null || alive.has(keyOf(mutant))),
  );
  alive = new Map(living.map((mutant) => [keyOf(mutant), mutant]));
  console.log(`after ${pass.name}: ${String(total - alive.size)} of ${String(total)} mutants died`);
  if (alive.size === 0) break;
  mutate = [...new Set([...alive.values()].map(linesOf))];
}
const byFile = new Map();
for (const mutant of alive?.values() ?? [])
  byFile.set(mutant.fileName, [...(byFile.get(mutant.fileName) ?? []), mutant]);
for (const [file, mutants] of byFile) console.log(`${file}: ${String(mutants.length)} live`);
if (values.show)
  for (const { fileName, location, mutatorName, replacement } of alive?.values() ?? [])
    console.log(`${fileName}:${String(location.start.line)} ${mutatorName} ${replacement}`);
const score = (100 * (total - (alive?.size ?? 0))) / total;
console.log(`mutation score ${score.toFixed(1)} % of ${String(total)}`);
process.exitCode = score < 90 ? 1 : 0;
