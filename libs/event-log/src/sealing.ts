import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Personal text of one event: all its sealed fields as one JSON document, AES-256-GCM, base64 of iv | tag | ciphertext. */
export interface SealedBox {
  readonly by: string;
  readonly box: string;
  /** Of the key that sealed it; absent: the record's first. */
  readonly generation?: number;
}

/** A record's key as it is now. No secret: it was destroyed for good. */
export interface RecordKey {
  readonly secret: Uint8Array | null;
  readonly generation: number;
}

const ivBytes = 12;
const tagBytes = 16;

export const newSecret = (): Buffer => randomBytes(32);

/** `context` (stream and type) is authenticated: a box moved to another event does not open. */
export const seal = (
  fields: Readonly<Record<string, unknown>>,
  secret: Uint8Array,
  context: string,
): string => {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(JSON.stringify(fields), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
};

/** Throws when the box was tampered with or the secret is another's. */
export const unseal = (box: string, secret: Uint8Array, context: string): Record<string, unknown> => {
  const bytes = Buffer.from(box, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as Record<string, unknown>;
};
