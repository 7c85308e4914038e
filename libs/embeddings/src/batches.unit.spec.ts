import { describe, expect, it } from '@jest/globals';
import { batchLength, maxBatch, maxCharacters, modelInput } from './batches.js';

describe('batches for the model', () => {
  it('takes nothing from an empty queue', () => expect(batchLength([])).toBe(0));
  it('takes one text however long it is', () => expect(batchLength([9000])).toBe(1));
  it('takes short ones together', () => expect(batchLength(Array.from({ length: 12 }, () => 30))).toBe(12));
  it('takes no more than its limit', () =>
    expect(batchLength(Array.from({ length: 90 }, () => 3))).toBe(maxBatch));
  it('leaves a long one for the next batch', () => expect(batchLength([20, 22, 25, 300])).toBe(3));
  it('keeps a batch of long ones short', () => expect(batchLength([200, 210, 220, 230])).toBe(2));
});

describe('the text that the model is given', () => {
  it('is never empty', () => expect(modelInput('\n ')).toBe(' '));
  it('is cut', () => expect(modelInput('x'.repeat(5000))).toHaveLength(maxCharacters));
  it('is not cut inside a code point', () =>
    expect(modelInput('x'.repeat(maxCharacters - 1) + '🙂')).toBe('x'.repeat(maxCharacters - 1)));
  it('is one line', () => expect(modelInput(' a\n\tb ')).toBe('a b'));
});
