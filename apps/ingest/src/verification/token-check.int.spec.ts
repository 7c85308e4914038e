import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { parseEnv } from '#config';
import { TokenCheck, type TokenChecked } from './token-check.js';

const now = new Date('2026-05-02T12:00:00Z');
const seconds = (minutes: number): number => Math.floor(now.getTime() / 1000) + minutes * 60;
const secret = 'the-secret-of-these-specs-and-of-nobody-else';
const keyOf = (words: string): Uint8Array => new TextEncoder().encode(words);
const good: JWTPayload = { iss: 'https://id.test', aud: 'kith', sub: 'auth0|ines', exp: seconds(5) };

const checkWith = (settings: Readonly<Record<string, string>>): TokenCheck => {
  const parsed = parseEnv({
    KITH_IDENTITY__ISSUER: 'https://id.test',
    KITH_IDENTITY__AUDIENCE: 'kith',
    ...settings,
  });
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  return new TokenCheck(parsed.config.verification, () => now);
};
const signed = (payload: JWTPayload, words = secret, alg = 'HS256'): Promise<string> =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(keyOf(words));
const without = (claim: keyof JWTPayload): JWTPayload =>
  Object.fromEntries(Object.entries(good).filter(([name]) => name !== claim));
const pathOf = (checked: TokenChecked): string =>
  checked.kind === 'bad' ? `${checked.fault.path}: ${checked.fault.message}` : checked.kind;

describe('a token signed with the secret', () => {
  const check = checkWith({ KITH_IDENTITY__JWT_SECRET: secret });
  it('is good: of whom, by whom and until when', async () => {
    expect(await check.check(await signed(good))).toEqual({
      kind: 'good',
      claims: {
        issuer: 'https://id.test',
        externalId: 'auth0|ines',
        expiresAt: new Date(seconds(5) * 1000),
        fingerprint: ['signed', expect.any(String)],
      },
    });
  });
  it('may be for several audiences', async () =>
    expect(pathOf(await check.check(await signed({ ...good, aud: ['other', 'kith'] })))).toBe('good'));
  it.each([
    ['expired', { ...good, exp: seconds(-1) }, 'token.exp: has expired'],
    ['of this very second', { ...good, exp: seconds(0) }, 'token.exp: has expired'],
    ['not valid yet', { ...good, nbf: seconds(3) }, 'token.nbf: is not valid yet'],
    ['without an end', without('exp'), 'token.exp: is missing'],
    ['of nobody', without('sub'), 'token.sub: is missing'],
    ['of an empty id', { ...good, sub: '' }, 'token.sub: is not an id of 1 to 256 characters'],
    ['of an endless id', { ...good, sub: 'x'.repeat(257) }, 'token.sub: is not an id of 1 to 256 characters'],
    [
      'of an id with a line break',
      { ...good, sub: 'auth0|a\ngated: false' },
      'token.sub: is not an id of 1 to 256 characters',
    ],
    ['without an issuer', without('iss'), 'token.iss: is missing'],
    ['of another issuer', { ...good, iss: 'https://id.test/' }, 'token.iss: is of another issuer'],
    ['without an audience', without('aud'), 'token.aud: is missing'],
    ['for another audience', { ...good, aud: 'kit' }, 'token.aud: is for another audience'],
  ])('is refused when %s, by the name of the claim', async (_, payload, fault) => {
    expect(pathOf(await check.check(await signed(payload)))).toBe(fault);
  });
  it('is refused when it was signed with another secret', async () =>
    expect(pathOf(await check.check(await signed(good, `${secret}!`)))).toMatch(/^token\.signature: /u));
  it('is refused when its words were changed', async () => {
    const [head, , signature] = (await signed(good)).split('.');
    const forged = Buffer.from(JSON.stringify({ ...good, sub: 'auth0|omar' })).toString('base64url');
    expect(pathOf(await check.check([head, forged, signature].join('.')))).toMatch(/^token\.signature: /u);
  });
  it.each(['HS384', 'HS512'])('is refused when it is signed by %s', async (alg) =>
    expect(pathOf(await check.check(await signed(good, secret, alg)))).toMatch(/^token\.alg: /u),
  );
  it.each(['none', 'None', 'nOnE'])('is refused when it is not signed (%s)', async (alg) => {
    const [, body] = new UnsecuredJWT(good).encode().split('.');
    const head = Buffer.from(JSON.stringify({ alg })).toString('base64url');
    expect(pathOf(await check.check(`${head}.${body ?? ''}.`))).toMatch(/^token(?:\.alg)?: /u);
  });
  it.each(['', 'hunter2', 'a.b.c', 'e30.e30.e30', `${'a'.repeat(8000)}.b.c`, '....'])(
    'is none: %j',
    async (text) => {
      expect((await check.check(text)).kind).toBe('bad');
    },
  );
  it('is the same token when it has the same jti, and another when it was issued again', async () => {
    const fingerprint = async (payload: JWTPayload): Promise<unknown> => {
      const checked = await check.check(await signed(payload));
      return checked.kind === 'good' ? checked.claims.fingerprint : null;
    };
    expect(await fingerprint({ ...good, jti: '7' })).toEqual(
      await fingerprint({ ...good, jti: '7', exp: seconds(9) }),
    );
    expect(await fingerprint(good)).not.toEqual(await fingerprint({ ...good, exp: seconds(9) }));
  });
});

describe('a token signed by a key that the issuer publishes', () => {
  let server: Server;
  let check: TokenCheck;
  let both: TokenCheck;
  let sign: (payload: JWTPayload, alg?: string) => Promise<string>;
  let published: string;
  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    published = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', kid: 'k1' }] });
    sign = (payload, kid = 'k1') =>
      new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    server = createServer((_, response) => response.end(published));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/keys`;
    check = checkWith({ KITH_IDENTITY__JWKS_URL: url });
    both = checkWith({ KITH_IDENTITY__JWKS_URL: url, KITH_IDENTITY__JWT_SECRET: secret });
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it('is good', async () => expect((await check.check(await sign(good))).kind).toBe('good'));
  it('is refused of another audience', async () =>
    expect(pathOf(await check.check(await sign({ ...good, aud: 'kit' })))).toMatch(/^token\.aud: /u));
  it('is refused when the issuer has no such key', async () =>
    expect(pathOf(await check.check(await sign(good, 'k2')))).toMatch(/^token\.signature: /u));
  it('cannot be made with the public key for a secret', async () => {
    for (const one of [check, both]) {
      const forged = await signed(good, published);
      expect(pathOf(await one.check(forged))).toMatch(/^token\.(?:alg|signature): /u);
    }
  });
  it('is checked beside such of the secret, where both are set', async () => {
    expect((await both.check(await sign(good))).kind).toBe('good');
    expect((await both.check(await signed(good))).kind).toBe('good');
  });
  it('cannot be checked while the keys cannot be had', async () => {
    const away = checkWith({ KITH_IDENTITY__JWKS_URL: 'http://127.0.0.1:9/keys' });
    expect(await away.check(await sign(good))).toEqual({ kind: 'unchecked', cause: 'keys-away' });
  });
});

describe('without an issuer', () => {
  it('no token can be checked', async () => {
    const check = new TokenCheck(null, () => now);
    expect(await check.check(await signed(good))).toEqual({ kind: 'unchecked', cause: 'not-set-up' });
  });
  it('a start that could not tell whose token it is is refused', () => {
    const parsed = parseEnv({ KITH_IDENTITY__JWT_SECRET: secret });
    expect(parsed.ok ? [] : parsed.faults).toEqual([
      'KITH_IDENTITY__ISSUER: is required to check the tokens of people',
      'KITH_IDENTITY__AUDIENCE: is required to check the tokens of people',
    ]);
  });
});
