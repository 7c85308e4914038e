import { describe, expect, it } from '@jest/globals';
import { chatSecretsIn, chatWordOf } from './chat-words.js';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

describe('a chat word', () => {
  it.each([
    [`/verify ${token}`, { word: 'verify', token }],
    [`/VERIFY   ${token}\n`, { word: 'verify', token }],
    [`/verify@kith_bot ${token}`, { word: 'verify', token }],
    [`@kith /verify: <${token}>`, { word: 'verify', token }],
    [`<@1234> /verify \`${token}\``, { word: 'verify', token }],
    [`/verify Bearer ${token}`, { word: 'verify', token }],
    [`/verify ${token.slice(0, 30)}\n${token.slice(30)}`, { word: 'verify', token }],
    ['/verify', { word: 'verify', misused: true }],
    ['/register Pat Moreau', { word: 'register', firstName: 'Pat', lastName: 'Moreau' }],
    ['/Register Ana  de la Cruz', { word: 'register', firstName: 'Ana', lastName: 'de la Cruz' }],
    ['/register Ünal Öz', { word: 'register', firstName: 'Ünal', lastName: 'Öz' }],
    ['/register Pat', { word: 'register', misused: true }],
    ['/register [MEMORY_SCOPE] x', { word: 'register', misused: true }],
    ['/whoami', { word: 'whoami' }],
    [' /WhoAmI ?', { word: 'whoami' }],
    ['/link', { word: 'link', code: null }],
    ['/link KITH-7F3A-9QKM', { word: 'link', code: 'KITH-7F3A-9QKM' }],
    ['/link kith 7f3a 9qkm', { word: 'link', code: 'KITH-7F3A-9QKM' }],
    ['kith-7f3a9qkm', { word: 'link', code: 'KITH-7F3A-9QKM' }],
    ['<@77> **KITH-7F3A-9QKM**!', { word: 'link', code: 'KITH-7F3A-9QKM' }],
    ...[
      'hi, my code is KITH-7F3A-9QKM, thanks',
      'Here\u2019s my code: KITH-7F3A-9QKM',
      'This is the link code: KITH-7F3A-9QKM.',
      'The code you gave me on Telegram is KITH-7F3A-9QKM',
      'code kith-7f3a-9qkm',
      'KITH-7F3A-9QKM please',
      'Link me with KITH-7F3A-9QKM, thank you!',
      'link my accounts: KITH-7F3A-9QKM',
      'Hello Kith, KITH-7F3A-9QKM',
    ].map((text) => [text, { word: 'link', code: 'KITH-7F3A-9QKM' }] as const),
    ...[
      "Wolf's code is KITH-7F3A-9QKM",
      'his code is KITH-7F3A-9QKM',
      'is my code KITH-7F3A-9QKM?',
      'my code is KITH-7F3A-9QKM?',
      'my code is not KITH-7F3A-9QKM',
      'my code was KITH-7F3A-9QKM',
      'they sent me the code KITH-7F3A-9QKM',
      'do not use my code KITH-7F3A-9QKM',
      'do not link me with KITH-7F3A-9QKM',
      'my code KITH-7F3A-9QKM is from a stranger',
      'what does the code KITH-7F3A-9QKM do',
      'the code Wolf gave me is KITH-7F3A-9QKM',
      'my friend said: my code is KITH-7F3A-9QKM',
    ].map((text) => [text, { word: 'link', misused: true }] as const),
    ['somebody sent me this, is it spam? KITH-7F3A-9QKM', { word: 'link', misused: true }],
    ['KITH-7F3A-9QKM or KITH-7F3A-9QKN', { word: 'link', misused: true }],
    ['/link my discord', { word: 'link', misused: true }],
    ['/forget', { word: 'forget', what: null }],
    ['/forget my old address', { word: 'forget', what: 'my old address' }],
  ])('is heard in %j', (text, word) => {
    expect(chatWordOf(text)).toEqual(word);
  });

  it.each([
    'The user can verify by typing: /verify <token>',
    'I typed /whoami yesterday',
    '/verified by the office',
    '/linking things up',
    '/registered mail',
    'see src/link for that',
    'my kith and kin are well',
    'the part is KITH-1234',
    'order AKITH-7F3A-9QKM came',
    'KITH-7F3A-9QKO has a letter that no code has',
    `${'so I told them all about it '.repeat(10)} KITH-7F3A-9QKM`,
  ])('is not heard in %j', (text) => {
    expect(chatWordOf(text)).toBeNull();
  });
});

describe('what proves something to whoever has it', () => {
  const cut = (text: string): string =>
    chatSecretsIn(text).reduceRight(
      (all, { start, end, kind }) => `${all.slice(0, start)}[${kind}]${all.slice(end)}`,
      text,
    );
  it.each([
    [`/verify ${token}`, '/verify [token]'],
    ['/verify hunter2 and more', '/verify [token]'],
    [`@kith /VERIFY ${token}  `, '@kith /VERIFY [token]  '],
    ['/verify', '/verify'],
    ['/link KITH-7F3A-9QKM', '/link [link-code]'],
    [
      `${'he told everybody that it is '.repeat(10)}KITH-7F3A-9QKM`,
      `${'he told everybody that it is '.repeat(10)}[link-code]`,
    ],
    ['I verify accounts for a living', 'I verify accounts for a living'],
  ])('is found in %j', (text, kept) => {
    expect(cut(text)).toBe(kept);
  });
});
