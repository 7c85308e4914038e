import { describe, expect, it } from '@jest/globals';
import { neededBy } from './needed.js';

describe('what a text must hold for a pattern to be found in it', () => {
  it.each([
    ['keep quiet', ['keep quiet']],
    ['keep(?:ing)? quiet', [' quiet']],
    ["don'?t", ['don']],
    ['(?:tell|show) nobody', [' nobody']],
    ['(?:tell|show)(?: me)?', ['tell', 'show']],
    ['goats?\\b(?! cheese)', ['goat']],
    ['(?<=very )(?<what>goat|sheep)', ['goat', 'sheep']],
    ['a\\.b\\p{L}+[xyz]{2}cd', ['a.b']],
    ['(?:on|)x+', ['x']],
    ['sh{2,9}', ['s']],
  ])('is told of %j', (source, needed) => expect(neededBy(source)).toEqual(needed));

  it.each(['\\p{L}+', '(?:keep)?', '[abc]\\d', 'keep|\\w+', '(?:keep){0,2}', '(?=keep)', ''])(
    'is not told of %j, which can be found without any certain letters',
    (source) => expect(neededBy(source)).toBeNull(),
  );
});
