import { describe, expect, it } from '@jest/globals';
import { causeOf } from './failure.js';

describe('what a failure is told as', () => {
  const missing = new Error("ENOENT: no such file or directory, open '/models/kith-model.json'");

  it('is what was thrown, which says more than what lies below it', () => {
    const refused = new Error('the model in /models cannot be used: it has no kith-model.json', {
      cause: missing,
    });
    expect(causeOf(refused)).toBe(refused.message);
  });

  it.each([
    [new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }), 'connect ECONNREFUSED'],
    [new Error('', { cause: missing }), missing.message],
    [new Error('first line\nat somewhere'), 'first line'],
    [new RangeError(), 'RangeError'],
    ['thrown as it is', 'thrown as it is'],
  ])('is one line that says something: %s', (thrown, told) => {
    expect(causeOf(thrown)).toBe(told);
  });
});
