import { createHash } from 'node:crypto';
import { createRemoteJWKSet, decodeProtectedHeader, errors, jwtVerify, type JWTVerifyResult } from 'jose';
import type { VerificationConfig } from '#config';
import type { FieldError } from '#domain';

/** What a good token says, and by what it is known again; nothing of the token itself. */
export interface TokenClaims {
  readonly issuer: string;
  readonly externalId: string;
  readonly expiresAt: Date;
  readonly fingerprint: readonly string[];
}

export type TokenChecked =
  | { readonly kind: 'good'; readonly claims: TokenClaims }
  | { readonly kind: 'bad'; readonly fault: FieldError }
  /** The issuer's keys cannot be had, or nothing is set up to check by. */
  | { readonly kind: 'unchecked'; readonly cause: 'not-set-up' | 'keys-away' };

/** What only whoever holds a private key can sign with. */
const byPublicKey = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];

const longestSubject = 256;
const lastDate = Date.UTC(9999, 11, 31);

const bad = (path: string, message: string): TokenChecked => ({ kind: 'bad', fault: { path, message } });

const algorithmOf = (token: string): string | null => {
  try {
    return decodeProtectedHeader(token).alg ?? '';
  } catch {
    return null;
  }
};

const claimFaults: Readonly<Record<string, string>> = {
  aud: 'is for another audience',
  iss: 'is of another issuer',
  nbf: 'is not valid yet',
};

const faultOf = (error: unknown): TokenChecked => {
  if (error instanceof errors.JWTExpired) return bad('token.exp', 'has expired');
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    if (reason === 'missing') return bad(`token.${claim}`, 'is missing');
    return bad(`token.${claim}`, claimFaults[claim] ?? 'is not valid');
  }
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey)
    return bad('token.signature', 'does not fit: it was tampered with, or signed by somebody else');
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid)
    return bad('token', 'is not a signed token (JWT)');
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return bad('token.alg', 'is not signed in a way that is accepted');
  return { kind: 'unchecked', cause: 'keys-away' };
};

/** One signature over the same bytes may be written in several ways, so what was signed is what tells a token. */
const fingerprintOf = (token: string, issuer: string, jti: unknown): readonly string[] => {
  if (typeof jti === 'string' && jti !== '') return ['jti', issuer, jti];
  const signed = token.slice(0, token.lastIndexOf('.'));
  return ['signed', createHash('sha256').update(signed).digest('base64url')];
};

const claimsOf = (
  token: string,
  { payload: { iss, sub, exp, jti } }: Pick<JWTVerifyResult, 'payload'>,
): TokenChecked => {
  // It becomes a line of a block that others parse.
  if (typeof sub !== 'string' || !/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u.test(sub) || sub.length > longestSubject)
    return bad('token.sub', `is not an id of 1 to ${longestSubject} characters`);
  const issuer = iss ?? '';
  return {
    kind: 'good',
    claims: {
      issuer,
      externalId: sub,
      expiresAt: new Date(Math.min((exp ?? 0) * 1000, lastDate)),
      fingerprint: fingerprintOf(token, issuer, jti),
    },
  };
};

/** Checks tokens by which people prove who they are elsewhere: who signed it, for whom, until when, about whom. */
export class TokenCheck {
  readonly #secret: Uint8Array | null;
  readonly #keys: ReturnType<typeof createRemoteJWKSet> | null;

  constructor(
    private readonly config: VerificationConfig | null,
    private readonly now: () => Date,
  ) {
    const secret = config?.secret?.reveal();
    this.#secret = secret === undefined ? null : new TextEncoder().encode(secret);
    this.#keys = config?.jwksUrl == null ? null : createRemoteJWKSet(new URL(config.jwksUrl));
  }

  /** May ask the issuer for its keys: never within a transaction. */
  async check(token: string): Promise<TokenChecked> {
    const { config } = this;
    if (config === null) return { kind: 'unchecked', cause: 'not-set-up' };
    const algorithm = algorithmOf(token);
    if (algorithm === null) return bad('token', 'is not a signed token (JWT)');
    const options = {
      issuer: config.issuer,
      audience: config.audience,
      requiredClaims: ['exp', 'iss', 'aud', 'sub'],
      currentDate: this.now(),
    };
    try {
      // INVARIANT: a public key is never taken for a secret: each algorithm has its own kind of key, whatever a token says.
      if (algorithm === 'HS256' && this.#secret !== null)
        return claimsOf(token, await jwtVerify(token, this.#secret, { ...options, algorithms: ['HS256'] }));
      if (byPublicKey.includes(algorithm) && this.#keys !== null)
        return claimsOf(token, await jwtVerify(token, this.#keys, { ...options, algorithms: byPublicKey }));
      return bad('token.alg', 'is not signed in a way that is accepted');
    } catch (error) {
      return faultOf(error);
    }
  }
}
