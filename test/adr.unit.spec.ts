import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const folder = 'docs/adr';
const files = readdirSync(folder);
const numbers = files.map((file) => file.slice(0, 4));

describe('decision records', () => {
  it('have a number each, one after the other, and begin with it', () => {
    expect([...numbers].sort()).toEqual(files.map((_, index) => String(index + 1).padStart(4, '0')));
    for (const file of files)
      expect(readFileSync(`${folder}/${file}`, 'utf8').split('\n')[0]).toMatch(
        new RegExp(`^# (?:ADR )?${file.slice(0, 4)}[ :.]`, 'u'),
      );
  });
});
