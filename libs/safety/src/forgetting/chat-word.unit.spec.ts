import { describe, expect, it } from '@jest/globals';
import { inPlainWords } from './chat-word.js';
import { forgettingOf } from './forgetting.js';

const meant = (text: string) =>
  forgettingOf(
    inPlainWords(text, () => null),
    'agent',
  );

describe('/forget', () => {
  it.each([
    ['/forget opera', 'opera'],
    ['/forget about golf', 'golf'],
    ['/forget the cello', 'the cello'],
    ['@kith /forget Ingrid', 'Ingrid'],
    ['/forget liking opera.', 'liking opera'],
    ['/forget the U.S. visa?', 'the U S  visa'],
    ['/forget that I like chess', 'I like chess'],
    ['/forget my dog', 'dog'],
    ['/forget what I said about sailing', 'sailing'],
  ])('takes a topic: %s', (text, what) => {
    expect(meant(text)).toMatchObject({ kind: 'what', what });
  });

  it.each(['/forget', '/forget me', '/forget about me', '/forget everything', '/forget all of it!'])(
    'means all: %s',
    (text) => {
      expect(meant(text)).toMatchObject({ kind: 'about-me', ofEveryAgent: false });
    },
  );

  it.each(['/forget everywhere', '/forget about me everywhere'])('means every agent: %s', (text) => {
    expect(meant(text)).toMatchObject({ kind: 'about-me', ofEveryAgent: true });
  });

  it.each(['/forget everything but golf', '/forget all except my address'])(
    'does nothing where something is to stay: %s',
    (text) => {
      expect(meant(text)).toEqual({ kind: 'about-me-except' });
    },
  );

  it.each(['/forget everything I said here', '/forget all I said in this channel'])(
    'says among people too that it is less than all: %s',
    (text) => {
      expect(
        forgettingOf(
          inPlainWords(text, () => null),
          'all',
        ),
      ).toEqual({ kind: 'about-me-except' });
    },
  );

  it('means all that was told, among people too', () => {
    expect(
      forgettingOf(
        inPlainWords('/forget everything I told you', () => null),
        'all',
      ),
    ).toMatchObject({
      kind: 'about-me',
    });
  });

  it.each(['/forget it', '/forget that'])('means what was said last: %s', (text) => {
    expect(meant(text)).toMatchObject({ kind: 'what', what: null });
  });

  it.each(['forget opera', 'I typed /forget opera', 'see src/forget'])('is none in "%s"', (text) => {
    expect(inPlainWords(text, () => null)).toBe(text);
  });
});
