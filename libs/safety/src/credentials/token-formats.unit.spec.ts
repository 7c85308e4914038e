import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { redactCredentials } from './find.js';
import { tokenFormatsSchema } from './token-formats.js';

const formats = tokenFormatsSchema.parse(
  JSON.parse(readFileSync(new URL('../../data/token-formats.json', import.meta.url), 'utf8')),
);
const hex = (count: number): string => '0f6c2e8d13b795f04a7e2c6b918d35ae'.repeat(3).slice(0, count);
const letters = (count: number): string => 'Zk3vQ9mT7xLp2Rf8NwYb4HsJd6Uc1Ea0GiVo'.repeat(3).slice(0, count);

describe('the forms of tokens', () => {
  it('are all patterns of this engine, and name the words without which they are not tried', () => {
    expect(formats.length).toBeGreaterThan(200);
    for (const { pattern, anyCase, keywords } of formats) {
      expect(() => new RegExp(pattern, anyCase ? 'gi' : 'g')).not.toThrow();
      expect(keywords.map((word) => word.toLowerCase())).toEqual(keywords);
    }
  });
  it('have each an id of their own', () => {
    const ids = formats.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
  // Put together here, so that no scanner takes this file for a leak.
  it.each([
    ['shop', ['shp', 'at_', hex(32)]],
    ['tracker', ['lin_', 'api_', letters(40)]],
    ['dashboards', ['gl', 'sa_', letters(32), '_1a2b3c4d']],
    ['registry', ['dck', 'r_pat_', letters(27)]],
    ['vault', ['hvs', '.', letters(95)]],
    ['notes', ['ntn', '_', '12345678901', letters(35)]],
    ['mail', ['mailgun: ', 'key-', hex(32)]],
    ['whoever', ['qz', '_live_', letters(28)]],
  ])('of %s is told by its form', (_whose, parts) => {
    const secret = parts.at(-1) ?? '';
    expect(redactCredentials(`here it is, ${parts.join('')}, keep it`)).not.toContain(secret);
  });
  it.each([
    `fixed in ${hex(40)} of sourcegraph`,
    `sha512-${letters(80)}`,
    `https://example.org/${hex(32)}/page`,
    `file_${hex(32)}.png`,
  ])('is not seen in %s', (text) => expect(redactCredentials(text)).toBe(text));
  it('are looked for once however long the text is', () => {
    const words = formats.flatMap(({ keywords }) => keywords);
    const began = process.cpuUsage();
    for (const word of words.slice(0, 400)) redactCredentials(`${word} = aaaaaaaaaaaaaaaa `.repeat(40));
    expect(process.cpuUsage(began).user).toBeLessThan(4_000_000);
  });
});
