import { SignJWT, type JWTPayload } from 'jose';

const secret = 'the-secret-of-an-issuer-that-tests-trust';
export const issuer = 'https://id.test';
const audience = 'kith-tests';

/** A platform that checks tokens of the issuer of tests. */
export const verifying = {
  KITH_IDENTITY__JWT_SECRET: secret,
  KITH_IDENTITY__ISSUER: issuer,
  KITH_IDENTITY__AUDIENCE: audience,
};

let count = 0;

/** A token of that issuer, each another one. */
export const tokenOf = (sub: string, claims: JWTPayload = {}, by = secret): Promise<string> => {
  count += 1;
  const exp = Math.floor(Date.now() / 1000) + 3600;
  return new SignJWT({ iss: issuer, aud: audience, sub, exp, jti: `${sub}-${String(count)}`, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(by));
};
