// A Stryker test runner for specs of pure code: in the worker's own process, milliseconds for a mutant instead of the
// seconds that a run of jest takes to begin.
import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const messageOf = (error) => (error instanceof Error ? error.message : String(error));

class InProcessRunner {
  static inject = ['options'];
  runs = 0;

  constructor(options) {
    this.options = options.inProcess;
    this.stryker = globalThis.__stryker__ ??= {};
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    register('./hooks.mjs', import.meta.url);
    globalThis.policyRuns = this.options.cases;
    await import(pathToFileURL(join(process.cwd(), 'test/support/fixed-seed.mjs')).href);
    this.words = await import('./words.mjs');
  }

  /** Loaded anew each time: nothing that a spec or the code keeps may outlive its mutant. */
  async load() {
    this.runs += 1;
    for (const spec of this.options.specs)
      await import(`${pathToFileURL(join(process.cwd(), spec)).href}?run=${this.runs}`);
    return this.words.gatheredTests();
  }

  /** The first test that fails, or null. */
  async runAll(tests) {
    for (const test of tests) {
      this.stryker.currentTestId = test.id;
      try {
        await test.run();
      } catch (error) {
        return { id: test.id, message: messageOf(error) };
      } finally {
        this.stryker.currentTestId = undefined;
      }
    }
    return null;
  }

  async dryRun() {
    this.stryker.activeMutant = undefined;
    const results = [];
    for (const test of await this.load()) {
      const began = performance.now();
      const failure = await this.runAll([test]);
      const timeSpentMs = performance.now() - began;
      results.push({
        id: test.id,
        name: test.id,
        timeSpentMs,
        ...(failure ? { status: 1, failureMessage: failure.message } : { status: 0 }),
      });
    }
    return { status: 'complete', tests: results, mutantCoverage: this.stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, mutantActivation, testFilter, hitLimit }) {
    this.stryker.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
    this.stryker.hitLimit = hitLimit;
    this.stryker.hitCount = hitLimit === undefined ? undefined : 0;
    try {
      const tests = await this.load();
      this.stryker.activeMutant = activeMutant.id;
      const wanted = testFilter ? tests.filter(({ id }) => testFilter.includes(id)) : tests;
      const failure = await this.runAll(wanted);
      return failure
        ? {
            status: 'killed',
            killedBy: [failure.id],
            failureMessage: failure.message,
            nrOfTests: wanted.length,
          }
        : { status: 'survived', nrOfTests: wanted.length };
    } catch (error) {
      // The code does not even load with this mutant: every test of it fails.
      this.words.gatheredTests();
      return { status: 'killed', killedBy: [], failureMessage: messageOf(error), nrOfTests: 0 };
    } finally {
      this.stryker.activeMutant = undefined;
    }
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', injectableClass: InProcessRunner }];
export const strykerValidationSchema = {
  properties: {
    inProcess: {
      type: 'object',
      properties: {
        specs: { type: 'array', items: { type: 'string' } },
        cases: { type: 'number' },
      },
    },
  },
};
