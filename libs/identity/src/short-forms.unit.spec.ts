import { describe, expect, it } from '@jest/globals';
import { shortForms } from './short-forms.js';

const entries = Object.entries(shortForms);

describe('a short form', () => {
  it('is written plainly, and stands for each other name once', () => {
    for (const [short, names] of entries) {
      expect([short, names].flat().filter((name) => !/^[a-z]{3,}$/u.test(name))).toEqual([]);
      expect(names.filter((name) => name === short)).toEqual([]);
      expect([short, [...new Set(names)].sort()]).toEqual([short, names]);
    }
  });
  it('stands in order, and is no name that another stands for', () => {
    const shorts = entries.map(([short]) => short);
    expect([...shorts].sort()).toEqual(shorts);
    expect(shorts.filter((short) => entries.some(([, names]) => names.includes(short)))).toEqual([]);
  });
});
