import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { policyDocument } from './document.js';

describe('docs/policy.md', () => {
  it('says what the rules say (npm run build && node scripts/policy-doc.mjs)', async () => {
    const written = await readFile(new URL('../../../docs/policy.md', import.meta.url), 'utf8');
    expect(written).toBe(policyDocument());
  });

  it('fits its tables: no cell breaks a row', () => {
    const rows = policyDocument()
      .split('\n')
      .filter((line) => line.startsWith('|'));
    const widths = new Set(rows.map((row) => row.split('|').length));
    expect([...widths].sort()).toEqual([4, 6]);
  });
});
