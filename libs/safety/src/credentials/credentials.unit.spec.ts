import { describe, expect, it } from '@jest/globals';
import { findCredential, redactCredentials } from './find.js';

/** Put together here, so that no scanner takes this file for a leak. */
const key = (...parts: readonly string[]): string => parts.join('');
const random = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5';

const secrets: readonly string[] = [
  `my key is ${key('sk-', random)}`,
  key('sk-', 'proj-', random),
  `use ${key('sk-', 'ant-', 'api03-', random)}`,
  key('ghp_', random),
  key('gho_', random),
  key('github_', 'pat_', random, random),
  key('AK', 'IA', 'IOSFODNN7EXAMPLE'),
  key('AS', 'IA', 'IOSFODNN7EXAMPLE'),
  key('xox', 'b-', '123456789012-', random),
  key('AI', 'za', 'SyA1234567890abcdefghijklmnopqrstuv'),
  key('gl', 'pat-', 'abcdEFGH1234ijklMNOP'),
  key('npm', '_', random),
  key('eyJ', 'hbGciOiJIUzI1NiJ9.', 'eyJ', 'zdWIiOiIxMjM0NTY3ODkwIn0.', 'abcDEF123456_-xyz'),
  key('sk', '_live_', random),
  key('rk', '_test_', random),
  `-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----`,
  `Authorization: Bearer ${random}`,
  'my password is hunter2',
  'the password for the router is Sommer2024!',
  'password: correct-horse',
  'pw: Tr0ub4dor',
  'pwd=letmein99',
  'I changed my password to bluefish',
  '"Zeppelin77" is my password',
  'login admin, password opensesame1',
  'my passphrase is "winter-is-cold"',
  'my pin is 4829',
  'the door code is 7734#',
  'api key: 9f8e7d6c5b4a39281706',
  'postgres://kith:s3cretpw@db.example.com/kith',
  'my card is 4111 1111 1111 1111',
  'card 5500-0000-0000-0004 exp 12/29',
  'amex 378282246310005',
  'my ssn is 123-45-6789',
  '078-05-1120',
];

/** What is said, and what must be left of it nowhere. */
const told: readonly (readonly [string, string])[] = [
  ['my passphrase is seven green camels', 'green'],
  ['the passphrase for the backup: river stone candle moth', 'candle'],
  ['the password of the printer is "lobby 42 lamp"', 'lamp'],
  ['the nas password is \u2018grey 7 goose\u2019', 'goose'],
  ['network is HOMEBOX pw 5544332211', '5544332211'],
  ['pwd rosebud7!', 'rosebud7'],
  [`${key('MAIL_', 'SECRET_', 'ACCESS_KEY')}=qwErtZ/uio+Pas`, 'qwErtZ'],
  [`${key('session_', 'secret_', 'key')}: 'keyboard-cat-9'`, 'keyboard'],
  [`${key('DB_', 'PASSWORD')} = lemonade`, 'lemonade'],
  ['login is bea / pass is Marigold5', 'Marigold5'],
  ['pi/raspb3rry on the old box, that is user/pass', 'raspb3rry'],
  ['my cinema login: bea@example.org, pop!Corn8', 'pop!Corn8'],
  ['we changed the password from plum4 to fig5', 'plum4'],
  ['we changed the password from plum4 to fig5', 'fig5'],
  ['secret is quillbatterz, keep it', 'quillbatterz'],
  ['the pin for the garden shed is 9075', '9075'],
  ['cvc 417', '417'],
  ['the gate code 33019#', '33019'],
  ['mail app password: wxyz abcd qrst lmno', 'qrst'],
  ['recovery codes: 4h2k-99ab, 7y3m-11cd', '7y3m'],
  ['the mfa backup code is 5567-0912', '5567'],
  ['otp 550912', '550912'],
  ['use Tulip77 as the password', 'Tulip77'],
];

const harmless: readonly string[] = [
  'fixed in 3f2a9bc41d7e8a90b1c2d3e4f5a6b7c8d9e0f1a2',
  'commit 3f2a9bc',
  'call me at 415-555-0122',
  'my number is +44 20 7946 0958',
  'it costs $1,299.99',
  'the server is 192.168.100.200',
  'id 550e8400-e29b-41d4-a716-446655440000',
  'we run 14.04.5 on kernel 3.13.0-24-generic',
  'I forgot my password',
  'how do I reset my password?',
  'my password is wrong',
  'the password is not working',
  'you need a password to log in',
  'password managers are great',
  'the token expired yesterday',
  'a token of my appreciation',
  'the key is under the mat',
  'the secret is to use butter',
  'my pin board is full',
  'order 1234567890123456 shipped',
  'the timestamp is 1718000000000',
  'born 1988-05-14',
  'see you at 10:30-11:30',
  'building secret base at 100/64/200',
  'the wifi password is on the fridge',
  'isbn 978-3-16-148410-0',
  'the bearer of bad news arrived',
  'risk-adjusted-return-on-capital',
  'https://example.com/path?q=1',
  'skip-this-step-and-continue-with-the-next',
  'password prompt appears twice',
  'the pass is closed in winter',
  'the pass is 2100m high',
  'i changed my password from home so it is fine',
  'the password was reset yesterday',
  'we need three passwords',
  'max_tokens = 4096',
  'const token = getToken(request)',
  'api_key = process.env.API_KEY',
  'the secret is patience',
  'the secret is consistency.',
  'pin 13 of the board',
  'error code is 404',
  'code review 2024',
  'verification codes are sent by text',
  'my login is bea@example.org',
  'the postal code is 90210',
  'my app code is much more than what they need',
  'i use keepass as a password manager',
];

describe('a credential', () => {
  it.each(secrets)('is found: %s', (text) => expect(findCredential(text)).not.toBeNull());
  it.each(harmless)('is not seen in: %s', (text) => expect(findCredential(text)).toBeNull());
  it('is told by its kind, never by its value', () =>
    expect(findCredential('my password is hunter2')).toEqual({ pattern: 'password' }));
  it.each(told)('is gone from "%s": %s', (text, secret) => {
    expect(findCredential(text)).not.toBeNull();
    expect(redactCredentials(text)).not.toContain(secret);
  });
  it.each([...secrets, ...told.map(([text]) => text)])('removed twice is removed once: %s', (text) => {
    const once = redactCredentials(text);
    expect(redactCredentials(once)).toBe(once);
    expect(findCredential(once)).not.toBeNull();
  });
  it('takes the sign after it for no part of another', () =>
    expect(redactCredentials('the password is "lobby 42 lamp", the pin is 9075')).toBe(
      'the password is "[password removed]", the pin is [pin removed]',
    ));
  it('is looked for in long texts without end', () => {
    const long = ['password ', 'pass/', 'login a@b', 'code-1 ', 'secret_key_', "'a' ", 'is is '].map((part) =>
      part.repeat(4_000),
    );
    const began = process.cpuUsage();
    long.forEach(redactCredentials);
    expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
  });
  it('is gone from evidence, and the rest stays', () => {
    expect(redactCredentials('I moved to Oslo, my password is hunter2 by the way')).toBe(
      'I moved to Oslo, my password is [password removed] by the way',
    );
    expect(redactCredentials('I moved to Oslo')).toBe('I moved to Oslo');
  });

  it.each([
    'The active token remains qs_live_7D2K-M9PX-4W1R and nobody rotates it',
    'our api token now reads ZK44-ppq8-1Lr0-aa',
    'the gate code stays 9051',
    'backup code remains 7712-9034',
    'password for the tower remains crane77heron',
  ])('is one however it is said that it is: %s', (text) => {
    expect(findCredential(text)).not.toBeNull();
    expect(redactCredentials(text)).not.toMatch(/7D2K|ppq8|9051|7712|crane77/u);
  });
  it.each([
    'the token remains in the 2nd drawer',
    'my password remains the same',
    'the gate code stays secret',
  ])('is none: %s', (text) => expect(findCredential(text)).toBeNull());
});
