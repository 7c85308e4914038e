/** One line a scenario and wording: passed, failed, or known not to hold yet. */
import { styleText } from 'node:util';

const marks = {
  passed: styleText('green', 'passed'),
  failed: styleText('red', 'FAILED'),
  known: styleText('yellow', 'FIXME '),
};
const markOf = ({ status, title }) =>
  marks[status === 'passed' && title.includes('(FIXME') ? 'known' : status] ?? status;

export default class ListReporter {
  constructor() {
    this.lines = [];
    this.broken = [];
  }

  onTestResult(_test, { testResults, testExecError, testFilePath }) {
    if (testExecError || testResults.length === 0) this.broken.push(testFilePath);
    for (const { ancestorTitles, title, status, failureMessages } of testResults)
      this.lines.push({ scenario: ancestorTitles.join(' '), title, status, failureMessages });
  }

  onRunComplete() {
    const sorted = this.lines.toSorted((a, b) =>
      a.scenario < b.scenario ? -1 : a.scenario > b.scenario ? 1 : 0,
    );
    for (const line of sorted) console.log(`${markOf(line)}  ${line.scenario} · ${line.title}`);
    for (const { scenario, title, failureMessages } of sorted.filter((line) => line.status === 'failed'))
      console.log(`\n${scenario} · ${title}\n${failureMessages.join('\n')}`);
    for (const file of this.broken) console.log(`FAILED  ${file} did not run`);
    const count = (mark) => this.lines.filter((line) => markOf(line) === mark).length;
    const failed = count(marks.failed) + this.broken.length;
    console.log(
      `\n${count(marks.passed)} passed, ${count(marks.known)} known not to hold yet, ${failed} failed`,
    );
  }

  getLastError() {
    return undefined;
  }
}
