import { describe, expect, it } from '@jest/globals';
import { Lately } from './lately.js';

describe('texts met lately', () => {
  it('are known, and forgotten when as many others came twice over', () => {
    const lately = new Lately(2, 8);
    lately.add('a');
    lately.add('b');
    lately.add('c');
    expect(['a', 'b', 'c', 'd'].map((text) => lately.has(text))).toEqual([true, true, true, false]);
    for (const text of ['e', 'f', 'g', 'h', 'i']) lately.add(text);
    expect(['a', 'b', 'c', 'i'].map((text) => lately.has(text))).toEqual([false, false, false, true]);
  });

  it('stay while they are asked for', () => {
    const lately = new Lately(2, 8);
    lately.add('a');
    for (const text of ['b', 'c', 'd', 'e', 'f', 'g']) {
      lately.add(text);
      expect(lately.has('a')).toBe(true);
    }
  });

  it('are short ones alone', () => {
    const lately = new Lately(2, 3);
    lately.add('long');
    expect(lately.has('long')).toBe(false);
  });
});
