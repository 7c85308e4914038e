// `describe`, `it` and `expect` for the mutation runner: tests are gathered and run one by one in this process.
import { createRequire } from 'node:module';
import { format } from 'node:util';

// `@jest/globals` refuses to be imported outside of jest; what it would hand out does not.
const { resolve } = createRequire(import.meta.url);
const { jestExpect: expect } = createRequire(resolve('@jest/globals'))('@jest/expect');

let gathered = [];
let above = [];

export const describe = (name, body) => {
  above = [...above, name];
  body();
  above = above.slice(0, -1);
};

export const it = (name, run) => {
  gathered.push({ id: `${[...above, name].join(' › ')} #${gathered.length}`, run });
};
it.each = (rows) => (name, run) => {
  for (const row of rows) {
    const values = Array.isArray(row) ? row : [row];
    it(format(name, ...values), () => run(...values));
  }
};

export const gatheredTests = () => {
  const tests = gathered;
  gathered = [];
  return tests;
};

export { expect };
