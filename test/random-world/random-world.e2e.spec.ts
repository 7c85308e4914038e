import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { proofCases } from '#testing';

const run = promisify(execFile);

describe('the API', () => {
  it('decides about random worlds, in which links come and go, as a second reading of the policy does', async () => {
    const { stdout } = await run(
      process.execPath,
      [
        'test/random-world/run.mjs',
        ...['--decisions', String(proofCases(12_000, 1_200))],
        ...['--seed', '11', '--tenants', String(proofCases(3, 1))],
      ],
      { timeout: 300_000 },
    );
    expect(stdout).toMatch(
      /^\d+ decisions over seeds 11 to \d+ in (?:one tenant|3 tenants), [1-9]\d* allowed: 0 leaked, 0 over-blocked .*; [1-9]\d* readings by linked accounts/mu,
    );
  }, 310_000);
});
