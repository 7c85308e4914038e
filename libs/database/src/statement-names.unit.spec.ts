import { describe, expect, it } from '@jest/globals';
import { StatementNames } from './statement-names.js';

describe('names of statements', () => {
  it('are given from the third time on and stay', () => {
    const names = new StatementNames(3);
    expect([names.nameOf('a'), names.nameOf('a')]).toEqual([undefined, undefined]);
    const name = names.nameOf('a');
    expect(name).toBeDefined();
    expect(names.nameOf('a')).toBe(name);
  });

  it('differ from statement to statement', () => {
    const names = new StatementNames(1);
    expect(names.nameOf('a')).not.toBe(names.nameOf('b'));
  });

  it('end at the limit', () => {
    const names = new StatementNames(1, 1);
    expect([names.nameOf('a'), names.nameOf('b')]).toEqual([expect.any(String), undefined]);
  });

  it('are new ones after they were forgotten', () => {
    const names = new StatementNames(1);
    const before = names.nameOf('a');
    names.forget();
    expect(names.nameOf('a')).not.toBe(before);
  });
});
