import { describe, expect, it } from '@jest/globals';
import { linksBetweenIdentities } from './between.js';

const between = (pairs: readonly string[], verified: Readonly<Record<string, string>>): readonly string[] =>
  linksBetweenIdentities(
    pairs.map((linkId) => ({ linkId, fromId: linkId.charAt(0), toId: linkId.charAt(1) })),
    new Map(Object.entries(verified)),
  ).map(({ linkId }) => linkId);

describe('links by which two verified people come to be one', () => {
  it.each([
    ['the only one', ['ab'], { a: 'ines', b: 'omar' }, ['ab']],
    [
      'all of a chain over somebody who is not verified',
      ['ac', 'cb'],
      { a: 'ines', b: 'omar' },
      ['ac', 'cb'],
    ],
    ['not what hangs on one of them', ['ab', 'bd'], { a: 'ines', b: 'omar' }, ['ab']],
    [
      'not what two accounts of one of them proved',
      ['ab', 'bc'],
      { a: 'ines', b: 'ines', c: 'omar' },
      ['bc'],
    ],
    ['every way around', ['ac', 'cb', 'ad', 'db'], { a: 'ines', b: 'omar' }, ['ac', 'cb', 'ad', 'db']],
    ['each of a third one', ['ab', 'bc'], { a: 'ines', b: 'omar', c: 'una' }, ['ab', 'bc']],
    ['none of one person', ['ab', 'bc'], { a: 'ines', c: 'ines' }, []],
    ['none where one alone is verified', ['ab'], { a: 'ines' }, []],
  ])('are %s', (_, pairs, verified, expected) => {
    expect(between(pairs, verified as Readonly<Record<string, string>>)).toEqual(expected);
  });
});
