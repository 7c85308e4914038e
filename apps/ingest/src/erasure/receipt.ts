import { canonical, type ErasureView } from '#contracts';
import type { Signer } from '#event-log';

/** Where rows are kept: what of before may lie there still, and until when. */
export interface Kept {
  readonly store: 'files' | 'memory' | 'server';
  /** The server that keeps the index, where the store does not. */
  readonly index: 'Qdrant' | null;
}

const always = [
  'ids and times of events: they tell that something was said, and not what',
  'ids that adaptors gave to places, and to what was said there',
  'messages that a NATS server let go of, where one carries them: in its files until it writes those anew',
  'log lines: they never hold words or names',
  'backups made before: they hold words as long as they hold the keys of records; keep those for a short time',
] as const;

const byWhere: Readonly<Record<Kept['store'], readonly string[]>> = {
  files: ['blocks of the disk that files had before: until the file system writes them over'],
  memory: [],
  server: [
    'rows of before, in pages of the server: until it writes them over (vacuum full writes them anew at once)',
    'the write-ahead log of the server and its archive: until its segments are removed',
  ],
};

const byIndex: Readonly<Record<NonNullable<Kept['index']>, string>> = {
  Qdrant:
    'rows of before, in segments of the Qdrant server: until its optimizer writes them anew; its snapshots',
};

export const leftIn = ({ store, index }: Kept): string[] => [
  ...always,
  ...byWhere[store],
  ...(index === null ? [] : [byIndex[index]]),
];

export type UnsignedErasure = Omit<ErasureView, 'signed_by' | 'signature'>;

/** Signed over the document as it is sent, without the signature, its keys in order. */
export const signed = (view: UnsignedErasure, signer: Signer): ErasureView => {
  const document = {
    ...view,
    signed_by: { algorithm: 'ed25519' as const, public_key: signer.publicKey },
  };
  return { ...document, signature: signer.sign(canonical(document)) };
};
