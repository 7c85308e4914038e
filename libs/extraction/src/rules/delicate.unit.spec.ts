import { describe, expect, it } from '@jest/globals';
import { read } from '../testing/reading.js';

describe('what people tell of themselves', () => {
  it.each([
    ["I'm genderfluid", 2],
    ['I tried to drown myself once', 2],
    ['I do acid at festivals', 2],
    ['my cousin Ida has gastritis', 2],
    ['I want to leave the firm', 1],
    ["I'm hunting for a new gig", 1],
    ['I dislike my supervisor', 1],
  ])('"%s" is kept at sensitivity %d', async (text, sensitivity) => {
    const { facts } = await read(text);
    expect(Math.max(...facts.map((fact) => fact.sensitivity))).toBe(sensitivity);
  });
});
