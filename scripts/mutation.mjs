// Mutation score of the policy and of what carries it into SQL: npm run mutation [-- --only libs/policy/src/plan.ts] [--show] [--passes 2]
// Each pass repeats what the ones before let live, with dearer tests: most mutants die in the cheap ones.
import { Stryker } from '@stryker-mutator/core';
import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    show: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '2' },
    passes: { type: 'string', default: '4' },
  },
});

const specsIn = (folder, suffix) =>
  readdirSync(folder)
    .filter((file) => `/${file}`.endsWith(suffix))
    .map((file) => `${folder}/${file}`);
const policy = 'libs/policy/src';
const laws = specsIn(policy, '.law.spec.ts');
const matrix = specsIn(policy, '/matrix.unit.spec.ts');
const unit = specsIn(policy, '.unit.spec.ts').filter((spec) => !matrix.includes(spec));
const passes = [
  { name: 'unit tests', specs: [...unit, 'libs/memory-index/src/condition-sql.unit.spec.ts'], cases: 100 },
  { name: 'matrix', specs: matrix, cases: 100 },
  { name: 'laws, 500 cases', specs: laws, cases: 500 },
  { name: 'laws, 10000 cases', specs: laws, cases: 10_000 },
];

const optionsOf = ({ specs, cases }, mutate) => ({
  testRunner: 'in-process',
  inProcess: { specs, cases },
  testRunnerNodeArgs: ['--conditions=source', '--no-warnings'],
  plugins: [new URL('./mutation/runner.mjs', import.meta.url).href],
  // Each mutant leaves a copy of the code behind.
  maxTestRunnerReuse: 200,
  mutate,
  ignorePatterns: ['apps', 'dist', 'test/*', '!test/support', 'reports', '.kith'],
  coverageAnalysis: 'perTest',
  concurrency: Number(values.concurrency),
  reporters: [],
  tempDirName: '.stryker-tmp',
  allowConsoleColors: false,
  logLevel: 'error',
});

const keyOf = ({ fileName, location: { start, end }, mutatorName, replacement }) =>
  [fileName, start.line, start.column, end.line, end.column, mutatorName, replacement].join('|');

// A stretch of code holds smaller mutants too; the keys sort out which are meant.
const stretchOf = ({ fileName, location: { start, end } }) =>
  `${fileName}:${String(start.line)}:${String(start.column - 1)}-${String(end.line)}:${String(end.column)}`;

const everything = values.only ?? [
  'libs/policy/src/**/*.ts',
  '!**/*.spec.ts',
  '!**/index.ts',
  '!libs/policy/src/document.ts',
  'libs/memory-index/src/condition-sql.ts',
];

const countByFile = (mutants) => {
  const counts = new Map();
  for (const { fileName } of mutants) counts.set(fileName, (counts.get(fileName) ?? 0) + 1);
  return counts;
};
const percent = (died, of) => ((100 * died) / of).toFixed(1);

let mutate = everything;
let all = [];
let alive = new Map();
for (const [index, pass] of passes.slice(0, Number(values.passes)).entries()) {
  const results = await new Stryker(optionsOf(pass, mutate)).runMutationTest();
  const judged = results.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  if (index === 0) all = judged;
  const living = judged
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .filter((mutant) => index === 0 || alive.has(keyOf(mutant)));
  alive = new Map(living.map((mutant) => [keyOf(mutant), mutant]));
  console.log(`after ${pass.name}: ${String(all.length - alive.size)} of ${String(all.length)} mutants died`);
  if (alive.size === 0) break;
  mutate = [...new Set([...alive.values()].map(stretchOf))];
}

if (values.show)
  for (const { fileName, location, mutatorName, replacement } of alive.values())
    console.log(
      `${fileName}:${String(location.start.line)}:${String(location.start.column)} ${mutatorName} ${replacement}`,
    );
const live = countByFile(alive.values());
console.log('| file | mutants | died | score |\n| --- | --- | --- | --- |');
for (const [file, mutants] of countByFile(all)) {
  const died = mutants - (live.get(file) ?? 0);
  const cells = [relative('.', file), String(mutants), String(died), percent(died, mutants)];
  console.log(`| ${cells.join(' | ')} |`);
}
const score = percent(all.length - alive.size, all.length);
console.log(`mutation score ${score} % of ${String(all.length)}`);
process.exitCode = Number(score) < 90 ? 1 : 0;
