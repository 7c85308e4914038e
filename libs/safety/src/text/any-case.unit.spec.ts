import { describe, expect, it } from '@jest/globals';
import { anyCase } from './any-case.js';

describe('a pattern for any case', () => {
  it('finds its words however they are written', () => {
    const found = anyCase(/\bgrüezi\b|\p{L}+ \S+/u);
    expect(['GRÜEZI', 'Grüezi', 'ab 12', '12'].map((text) => found.test(text))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('is refused with capital letters, which would find nothing', () => {
    expect(() => anyCase(/Help/u)).toThrow('lower case');
    expect(() => anyCase(/help/iu)).toThrow('lower case');
  });
});
