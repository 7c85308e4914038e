import { describe, expect, it } from '@jest/globals';
import { findCredential, redactCredentials } from './credentials.js';

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
];

describe('a credential', () => {
  it.each(secrets)('is found: %s', (text) => expect(findCredential(text)).not.toBeNull());
  it.each(harmless)('is not seen in: %s', (text) => expect(findCredential(text)).toBeNull());
  it('is told by its kind, never by its value', () =>
    expect(findCredential('my password is hunter2')).toEqual({ pattern: 'password' }));
  it('is gone from evidence, and the rest stays', () => {
    expect(redactCredentials('I moved to Oslo, my password is hunter2 by the way')).toBe(
      'I moved to Oslo, my password is [password removed] by the way',
    );
    expect(redactCredentials('I moved to Oslo')).toBe('I moved to Oslo');
  });
});
