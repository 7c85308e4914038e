import { canonical, type ErasureView } from '#contracts';
import type { Signer } from '#event-log';

/** Where the store keeps its rows: what of before may lie there still, and until when. */
export type LeftWhere = 'files' | 'memory' | 'server';

const always = [
  'ids and times of events: they tell that something was said, and not what',
  'ids that adaptors gave to places, and to what was said there',
  'messages that a NATS server let go of, where one carries them: in its files until it writes those anew',
  'log lines: they never hold words or names',
  'backups made before: they hold words as long as they hold the keys of records; keep those for a short time',
] as const;

const byWhere: Readonly<Record<LeftWhere, readonly string[]>> = {
  files: ['blocks of the disk that files had before: until the file system writes them over'],
  memory: [],
  server: [
    'rows of before, in pages of the server: until it writes them over (vacuum full writes them anew at once)',
    'the write-ahead log of the server and its archive: until its segments are removed',
  ],
};

export const leftIn = (where: LeftWhere): string[] => [...always, ...byWhere[where]];

export type UnsignedErasure = Omit<ErasureView, 'signed_by' | 'signature'>;

/** Signed over the document as it is sent, without the signature, its keys in order. */
export const signed = (view: UnsignedErasure, signer: Signer): ErasureView => {
  const document = {
    ...view,
    signed_by: { algorithm: 'ed25519' as const, public_key: signer.publicKey },
  };
  return { ...document, signature: signer.sign(canonical(document)) };
};
