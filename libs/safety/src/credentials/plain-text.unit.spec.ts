import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plainTextOf } from './plain-text.js';

describe('a text as it is looked at', () => {
  it.each([
    ['ｐａｓｓ１', 'pass1'],
    ['pa\u200bss\u00ad', 'pass'],
    ['contraseña', 'contrasena'],
    ['contrasen\u0303a', 'contrasena'],
    ['раsswоrd', 'password'],
    ['пароль', 'пароль'],
    ['𝗽𝗶𝗻', 'pin'],
    ['p a s s w o r d is', 'password is'],
    ['p.i.n.s', 'pins'],
    ['\u00a04\u2003x', ' 4 x'],
    ['バス', 'バス'],
  ])('reads "%s" as "%s"', (original, plain) => expect(plainTextOf(original).text).toBe(plain));
  it.each(['I am a b', 'A B C', 'e.g. this', 'a-b'])('leaves "%s" alone', (text) =>
    expect(plainTextOf(text).text).toBe(text),
  );
  it('knows where in the original each part of it stands', () => {
    const original = 'hi \u200bｈｕ\u200bｎt\u0301e2 bye';
    const plain = plainTextOf(original);
    const at = plain.text.indexOf('hunte2');
    const [start, end] = plain.originalSpan(at, at + 6);
    expect(original.slice(start, end)).toBe('ｈｕ\u200bｎt\u0301e2');
  });
  it('never points outside of the original, and has as many units in lower case', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (original) => {
        const plain = plainTextOf(original);
        const { text, lower } = plain;
        expect(lower).toHaveLength(text.length);
        for (let at = 0; at < text.length; at++) {
          const [start, end] = plain.originalSpan(at, at + 1);
          expect(0 <= start && start < end && end <= original.length).toBe(true);
        }
      }),
    ));
});
