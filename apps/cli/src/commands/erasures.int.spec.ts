import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canonical } from '#contracts';
import {
  fakePlatform,
  runKith,
  user,
  type FakePlatform,
  type Ran,
  type Routes,
} from '../testing/fake-platform.js';

const id = '60000000-0000-4000-8000-000000000001';
const unknown = '60000000-0000-4000-8000-0000000000ff';
const moss = user('e1', 'Moss', 'moss');

const keys = generateKeyPairSync('ed25519');
const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' });
const unsigned = {
  id,
  status: 'done',
  kind: 'both',
  entity_ids: [moss.id],
  source_ids: [],
  stores: [
    { store: 'memories', found: 1204, erased: 1204 },
    { store: 'messages', found: 7, erased: 7 },
  ],
  ordered_at: '2026-05-04T10:00:00.000Z',
  finished_at: '2026-05-04T10:01:00.000Z',
  residual: { scanned: 60, hits: 0, hits_in: {} },
  left: ['ids and times of events'],
  signed_by: { algorithm: 'ed25519', public_key: publicKey },
};
const receipt = {
  ...unsigned,
  signature: sign(null, Buffer.from(canonical(unsigned)), keys.privateKey).toString('base64'),
};

const routes: Routes = {
  'GET /v1/users': () => ({ body: { results: [moss] } }),
  'GET /v1/scope': () => ({ body: { user_id: moss.id } }),
  'GET /v1/entities/*': () => ({ body: { aliases: [] } }),
  'POST /v1/erasures': ({ body }) =>
    (body as { dry_run: boolean }).dry_run
      ? { body: { id: null, status: 'dry_run', stores: [{ store: 'memories', found: 1204, erased: 0 }] } }
      : { status: 202, body: { id, status: 'running' } },
  'GET /v1/erasures/key': () => ({ body: { algorithm: 'ed25519', public_key: publicKey } }),
  [`GET /v1/erasures/${id}`]: () => ({ body: receipt }),
  'GET /v1/erasures': () => ({ body: { results: [receipt], next_cursor: null } }),
};

describe('kith erase and kith erasures', () => {
  let platform: FakePlatform;
  let folder: string;
  beforeAll(async () => {
    platform = await fakePlatform(routes);
    folder = await mkdtemp(join(tmpdir(), 'kith-erasures-'));
  });
  afterAll(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  const kith = (...args: readonly string[]): Promise<Ran> =>
    runKith(args, { KITH_PORT: String(platform.port), KITH_DATA_DIR: 'memory://', KITH_OPERATOR_KEY: 'k-1' });
  const orders = (): readonly unknown[] =>
    platform.asked.flatMap(({ method, path, body }) =>
      method === 'POST' && path === '/v1/erasures' ? [body] : [],
    );
  const written = async (name: string, document: unknown): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document));
    return file;
  };

  it('only tells what would be found, until it is told yes, with a terminal or without', async () => {
    const tried = await kith('erase', 'irc:moss');
    expect([tried.code, tried.out]).toEqual([0, expect.stringMatching(/memories\s+1.?204\s+0/u)]);
    expect(tried.err).toContain('--yes erases it');
    const dry = await kith('erase', 'irc:moss', '--dry-run', '--yes', '--json');
    expect([dry.code, dry.err, JSON.parse(dry.out)]).toMatchObject([0, '', { status: 'dry_run' }]);
    expect(orders()).toEqual([1, 2].map(() => ({ kind: 'both', dry_run: true, entity_id: moss.id })));
    const erased = await kith('erase', 'Moss', '--kind', 'said_by', '--yes', '--json');
    expect([erased.code, JSON.parse(erased.out)]).toEqual([0, receipt]);
    expect(orders().at(-1)).toEqual({ kind: 'said_by', dry_run: false, entity_id: moss.id });
  });

  it.each([
    [['erase'], 2, 'Whom or what to erase?'],
    [['erase', 'irc:moss', '--kind', 'everything'], 2, '--kind wants one of'],
    [['erase', 'nobody-of-that-name', '--yes'], 2, 'nobody is called so here'],
    [['erasures', 'show', unknown], 1, 'There is no such thing'],
    [['erasures', 'list', '--limit', '0'], 2, '--limit wants a whole number'],
  ] as const)('refuses %j in a sentence', async (args, code, sentence) => {
    const before = orders().length;
    const refused = await kith(...args);
    expect([refused.code, refused.out]).toEqual([code, '']);
    expect(refused.err).toContain(sentence);
    expect(orders()).toHaveLength(before);
  });

  it('lists erasures, shows one as it was sent, and prints the key that signs them', async () => {
    expect((await kith('erasures', 'list')).out).toMatch(new RegExp(`${id}\\s+both\\s+done\\s+0`, 'u'));
    expect((await kith('erasures', 'show', id)).out).toContain('0 left, of what was looked for in 60');
    expect((await kith('erasures', 'show', '60000000')).out).toContain(
      '0 left, of what was looked for in 60',
    );
    expect((await kith('erasures', 'show', '7000')).err).toContain('The id of no erasure begins with 7000');
    expect(JSON.parse((await kith('erasures', 'show', id, '--json')).out)).toEqual(receipt);
    expect((await kith('erasures', 'key')).out).toBe(publicKey.toString().trimEnd());
  });

  it('says that a receipt is good, and asks nobody', async () => {
    const asked = platform.asked.length;
    const file = await written('receipt.json', JSON.stringify(receipt, null, 2));
    const key = await written('key.pem', publicKey.toString().trimEnd());
    const good = await kith('erasures', 'verify', file, '--public-key', key);
    expect([good.code, good.err]).toEqual([0, '']);
    expect(good.out).toContain('The signature is good.');
    expect((await kith('erasures', 'verify', file)).err).toContain('whose that is tells --public-key');
    expect(platform.asked).toHaveLength(asked);
  });

  it('says of a receipt what is wrong with it', async () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
    const wrong: readonly (readonly [unknown, string])[] = [
      [{ ...receipt, stores: [] }, 'The receipt was changed'],
      [{ ...receipt, status: 'failed' }, 'The receipt was changed'],
      [{ ...receipt, signed_by: { algorithm: 'ed25519', public_key: other } }, 'The receipt was changed'],
      [{ ...receipt, signature: 'AAAA' }, 'The receipt was changed'],
      [
        { ...receipt, signed_by: { algorithm: 'ed25519', public_key: 'mine' } },
        'is no receipt of an erasure',
      ],
      [{ ...receipt, signed_by: null, signature: null }, 'The receipt is not signed'],
      [{ id }, 'is no receipt of an erasure'],
      ['nonsense', 'is no receipt of an erasure'],
    ];
    for (const [document, sentence] of wrong) {
      const told = await kith('erasures', 'verify', await written('wrong.json', document));
      expect([told.code, told.out]).toEqual([1, '']);
      expect(told.err).toContain(sentence);
    }
    const mine = await written('other.pem', other.toString());
    const file = await written('receipt.json', receipt);
    expect((await kith('erasures', 'verify', file, '--public-key', mine)).err).toContain('by another key');
    expect((await kith('erasures', 'verify', join(folder, 'none'))).err).toContain('cannot be read');
  });
});
