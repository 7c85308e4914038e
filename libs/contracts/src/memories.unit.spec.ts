import { describe, expect, it } from '@jest/globals';
import { ending } from './fields.js';
import { listMemoriesSchema } from './memories.js';

const id = '53285c06-e3f7-4302-911c-3e2990df52e8';
const fits = (subject_ids: string): boolean => listMemoriesSchema.safeParse({ subject_ids }).success;

describe('a list of ids', () => {
  it('is of ids, with commas between', () => {
    expect(fits(id)).toBe(true);
    expect(fits(`${id},${id.toUpperCase()}`)).toBe(true);
  });

  it('is none where something of that length is no id', () => {
    expect(fits('-'.repeat(36))).toBe(false);
    expect(fits(`${id},${'a'.repeat(36)}`)).toBe(false);
    expect(fits(`${id},`)).toBe(false);
  });
});

describe('when something ends', () => {
  it.each(['2031-05-01T00:00:00Z', '1999-12-31T23:00:00+02:00'])('may be at %s', (at) =>
    expect(ending.safeParse(at).success).toBe(true),
  );
  it.each(['0000-06-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00'])(
    'is refused where no store knows the year: %s',
    (at) => expect(ending.safeParse(at).success).toBe(false),
  );
});
