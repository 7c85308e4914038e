import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { canonical } from '#contracts';
import type { ErasureRow } from '#read-models';
import { leftIn, signed } from './receipt.js';
import { unsignedView, viewOf } from './view.js';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const signer = {
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  sign: (text: string): string => sign(null, Buffer.from(text), privateKey).toString('base64'),
};

const row: ErasureRow = {
  erasure_id: '0d4f8a52-0000-4000-8000-000000000001',
  tenant_id: 'default',
  kind: 'both',
  entity_ids: ['0d4f8a52-0000-4000-8000-000000000002'],
  source_ids: [],
  is_own: true,
  key_id: null,
  ordered_at: new Date('2026-05-01T08:00:00Z'),
  phase: 'scanned',
  status: 'done',
  names_of: [],
  places_of: [],
  known: { memories: 2, messages: 3 },
  counts: {
    'memories.found': 9,
    'memories.erased': 9,
    'messages.found': 4,
    'messages.erased': 4,
    'bus.found': 1,
  },
  residual: { scanned: 120_000, tables: 41, hits: 0 },
  receipt: null,
  own_receipt: null,
  finished_at: new Date('2026-05-01T08:00:09Z'),
  position: 12n,
};
const kept = { store: 'files', index: null } as const;

describe('an erasure as it is shown', () => {
  it('tells an operator every store, also of what is not gone yet', () => {
    expect(unsignedView(row, 'operator', kept).stores).toEqual([
      { store: 'bus', found: 1, erased: 0 },
      { store: 'memories', found: 9, erased: 9 },
      { store: 'messages', found: 4, erased: 4 },
    ]);
  });

  it('tells whoever it is of only what they could know of: not that others had told of them', () => {
    const { stores, residual } = unsignedView(row, 'own', kept);
    expect(stores).toEqual([
      { store: 'memories', found: 2, erased: 2 },
      { store: 'messages', found: 3, erased: 3 },
    ]);
    expect(residual).toEqual({ scanned: 41, hits: 0 });
  });

  it.each([
    ['it is only ordered', { ...row, phase: 'ordered' as const }],
    ['some of it stands', { ...row, counts: { 'memories.found': 9, 'memories.erased': 8 } }],
  ])('says nothing is gone to whoever it is of while %s', (_, unfinished) => {
    expect(unsignedView(unfinished, 'own', kept).stores.map(({ erased }) => erased)).toEqual([0, 0]);
  });

  it('is the receipt that its reader was given, word for word, once there is one', () => {
    const receipts = { ...row, receipt: { of: 'operator' }, own_receipt: { of: 'own' } };
    expect([viewOf(receipts, 'operator', kept), viewOf(receipts, 'own', kept)]).toEqual([
      { of: 'operator' },
      { of: 'own' },
    ]);
  });

  it('is unsigned before', () => {
    expect(viewOf(row, 'operator', kept)).toMatchObject({ signed_by: null, signature: null });
  });
});

describe('a receipt', () => {
  const receipt = signed(unsignedView(row, 'operator', kept), signer);
  const holds = ({ signature, ...document }: typeof receipt): boolean =>
    verify(null, Buffer.from(canonical(document)), publicKey, Buffer.from(signature ?? '', 'base64'));

  it('is signed over all that it says, in whatever order its keys come', () => {
    expect(holds(receipt)).toBe(true);
    expect(holds(Object.fromEntries(Object.entries(receipt).reverse()) as typeof receipt)).toBe(true);
  });

  it.each([
    ['a count', { ...receipt, stores: [] }],
    ['whom it is of', { ...receipt, entity_ids: [] }],
    ['what is left', { ...receipt, left: [] }],
    ['who signed it', { ...receipt, signed_by: null }],
  ])('holds no more when somebody changed %s', (_, changed) => {
    expect(holds(changed)).toBe(false);
  });
});

describe('what an erasure leaves', () => {
  it('names the archive of a server, the disk of files, and the segments of a Qdrant server, each where it is used', () => {
    const texts = (where: Parameters<typeof leftIn>[0]): string => leftIn(where).join('\n');
    expect(texts({ store: 'server', index: 'Qdrant' })).toMatch(/write-ahead log[^]*Qdrant/u);
    expect(texts({ store: 'files', index: null })).toMatch(/file system/u);
    expect(texts({ store: 'memory', index: null })).not.toMatch(/write-ahead|Qdrant|file system/u);
  });
});
