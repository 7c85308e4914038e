import { describe, expect, it } from '@jest/globals';
import { phrases } from './rules/frames/being-phrases.js';
import { turning, undertakings } from './rules/lasting.js';
import { complementKinds, messageKinds, textual } from './rules/plain/features.js';
import type { PatternRow } from '#safety';

const tables: readonly (readonly [string, readonly PatternRow[]])[] = [
  ['phrases', phrases],
  ['turning', turning],
  ['undertakings', undertakings],
  ['complementKinds', complementKinds],
  ['textual', textual],
  ['messageKinds', messageKinds],
];

describe.each(tables)('the patterns of %s', (_name, rows) => {
  it('have names of their own', () => expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length));
  it('each say what they find and what they leave', () => {
    expect(rows.filter(({ yes, no }) => yes.length === 0 || no.length === 0)).toEqual([]);
  });
  it.each(rows.flatMap(({ id, pattern, yes }) => yes.map((text) => [id, text, pattern] as const)))(
    '%s finds "%s"',
    (_id, text, pattern) => expect(pattern.test(text)).toBe(true),
  );
  it.each(rows.flatMap(({ id, pattern, no }) => no.map((text) => [id, text, pattern] as const)))(
    '%s leaves "%s"',
    (_id, text, pattern) => expect(pattern.test(text)).toBe(false),
  );
});
