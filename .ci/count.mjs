// Reads jest's --json report: prints each failure and the slowest files, then `<passed> <failed>` as the last line.
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

const report = JSON.parse(await readFile(process.argv[2], 'utf8'));
const pathOf = ({ name }) => relative(process.cwd(), name);

for (const file of report.testResults) {
  if (file.status !== 'failed') continue;
  console.log(`FAILED ${pathOf(file)}\n${file.message.split('\n').slice(0, 120).join('\n')}`);
}
const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000;
const slowest = [...report.testResults].sort((a, b) => seconds(b) - seconds(a)).slice(0, 8);
for (const file of slowest)
  if (seconds(file) >= 5) console.log(`${seconds(file).toFixed(1).padStart(6)} s  ${pathOf(file)}`);

// A skipped test proves nothing, so it counts as a failure; so does a file that could not be run.
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = report;
if (numPendingTests + numTodoTests > 0)
  console.log(`FAILED ${numPendingTests + numTodoTests} tests are skipped`);
console.log(
  `${numPassedTests} ${numFailedTests + numPendingTests + numTodoTests + numRuntimeErrorTestSuites}`,
);
