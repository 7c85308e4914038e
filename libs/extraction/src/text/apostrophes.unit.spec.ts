import { describe, expect, it } from '@jest/globals';
import { withPlainApostrophes } from './apostrophes.js';

describe('an apostrophe', () => {
  it.each([
    ['I don’t, it´s Ana‘s, weʼre off', "I don't, it's Ana's, we're off"],
    ['my parents’ house', "my parents' house"],
    ['the ‘90s’ and my sister’s ‘quiet room’', "the ‘90s’ and my sister's ‘quiet room’"],
    ['she can`t, run `ls` and `t`', "she can't, run `ls` and `t`"],
  ])('is one of the keyboard: %s', (text, plain) => {
    expect(withPlainApostrophes(text)).toBe(plain);
    expect(plain.length).toBe(text.length);
  });
});
