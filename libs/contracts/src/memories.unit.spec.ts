import { describe, expect, it } from '@jest/globals';
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
