import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { Sql } from '#database';

/** Signs in the name of the store; whoever has the public key can tell. */
export interface Signer {
  /** Ed25519, base64. */
  sign(document: string): string;
  /** SPKI, PEM. */
  readonly publicKey: string;
}

const signerOf = (privateKey: KeyObject): Signer => ({
  sign: (document) => sign(null, Buffer.from(document, 'utf8'), privateKey).toString('base64'),
  publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
});

/** The store's signing key, made where there is none: of two processes that begin at once the first one's stands for both. */
export const loadSigner = async (sql: Sql): Promise<Signer> => {
  const kept = () => sql.query<{ private_key: Uint8Array }>('select private_key from signing_key');
  const [known] = await kept();
  if (!known) {
    const { privateKey } = generateKeyPairSync('ed25519');
    await sql.query('insert into signing_key (private_key) values ($1::bytea) on conflict do nothing', [
      privateKey.export({ type: 'pkcs8', format: 'der' }),
    ]);
  }
  const [made] = known ? [known] : await kept();
  if (!made) throw new Error('the store keeps no signing key');
  return signerOf(createPrivateKey({ key: Buffer.from(made.private_key), type: 'pkcs8', format: 'der' }));
};
