import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { testDatabase } from '#testing';
import { tenantMigrations } from '#read-models';
import { ApiKeys, ensureOperatorKey, gatewayEntities } from '../index.js';

const now = () => new Date('2026-05-02T12:00:00Z');
let database: Database;
let keys: ApiKeys;
let dataDir: string;
beforeEach(async () => {
  database = await testDatabase(tenantMigrations, gatewayEntities);
  keys = new ApiKeys(database, now);
  dataDir = await mkdtemp(join(tmpdir(), 'kith-keys-'));
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});
const operatorIn = (tenantId: string, name = 'op') => ({ tenantId, name, roles: ['operator'] as const });

describe('API keys', () => {
  it('are found by the key alone, with tenant and roles', async () => {
    const made = await keys.create({ tenantId: 't1', name: 'bot', roles: ['adaptor', 'client'] });
    expect(made.key).toMatch(/^kith_[\w-]{43}$/u);
    expect(await keys.find(made.key)).toEqual({
      tenantId: 't1',
      keyId: made.id,
      roles: ['adaptor', 'client'],
    });
    expect(await keys.find(`${made.key}x`)).toBeNull();
    expect(await keys.find('')).toBeNull();
  });

  it('are not stored', async () => {
    const { key } = await keys.create(operatorIn('t1'));
    const rows = await database.query('select * from api_keys');
    expect(JSON.stringify(rows)).not.toContain(key.slice(5, 20));
  });

  it('end with their revocation, though they were just used', async () => {
    await keys.create(operatorIn('t1'));
    const { id, key } = await keys.create(operatorIn('t1', 'second'));
    await keys.find(key);
    expect(await keys.revoke('t1', id)).toBe('revoked');
    expect(await keys.find(key)).toBeNull();
    expect(await keys.revoke('t1', id)).toBe('not-found');
  });

  it("are out of reach of another tenant's operator", async () => {
    await keys.create(operatorIn('t2'));
    const { id, key } = await keys.create({ tenantId: 't1', name: 'bot', roles: ['client'] });
    expect(await keys.revoke('t2', id)).toBe('not-found');
    expect(await keys.find(key)).not.toBeNull();
    expect((await keys.list('t2', 10, id)).results).toEqual([]);
  });

  it('leave one operator when two revoke each other at once', async () => {
    const a = await keys.create(operatorIn('t1'));
    const b = await keys.create(operatorIn('t1'));
    const outcomes = await Promise.all([keys.revoke('t1', a.id), keys.revoke('t1', b.id)]);
    expect([...outcomes].sort()).toEqual(['last-operator', 'revoked']);
  });

  it('are listed in pages, each once', async () => {
    for (let n = 0; n < 5; n++) await keys.create(operatorIn('t1', `key ${n}`));
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<ApiKeys['list']>> = await keys.list('t1', 2, cursor);
      names.push(...page.results.map(({ name }) => name));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(names.sort()).toEqual(['key 0', 'key 1', 'key 2', 'key 3', 'key 4']);
  });
});

describe('the first operator key', () => {
  const isOperator = async (key: string) => (await keys.find(key))?.roles.includes('operator') ?? false;

  it('is made once, and kept where only its owner reads', async () => {
    const first = await ensureOperatorKey({ keys, dataDir });
    const file = join(dataDir, 'operator.key');
    expect(first?.isNew).toBe(true);
    expect((await readFile(file, 'utf8')).trim()).toBe(first?.key);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await isOperator(first?.key ?? '')).toBe(true);
    expect(await ensureOperatorKey({ keys, dataDir })).toEqual({ key: first?.key, isNew: false });
  });

  it('of a file outlives the loss of the database', async () => {
    await writeFile(join(dataDir, 'operator.key'), 'kith_from-the-file\n');
    expect(await ensureOperatorKey({ keys, dataDir })).toEqual({ key: 'kith_from-the-file', isNew: false });
    expect(await isOperator('kith_from-the-file')).toBe(true);
  });

  it('is not made again when its file was taken away', async () => {
    await ensureOperatorKey({ keys, dataDir });
    await rm(join(dataDir, 'operator.key'));
    expect(await ensureOperatorKey({ keys, dataDir })).toBeNull();
  });

  it('keeps to memory without a data directory', async () => {
    const made = await ensureOperatorKey({ keys, dataDir: 'memory://' });
    expect([made?.isNew, await isOperator(made?.key ?? '')]).toEqual([true, true]);
  });

  it('is the configured one, and the one configured before ends', async () => {
    expect(await ensureOperatorKey({ keys, configured: 'first-configured', dataDir })).toEqual({
      key: 'first-configured',
      isNew: false,
    });
    await ensureOperatorKey({ keys, configured: 'second-configured', dataDir });
    expect([await isOperator('first-configured'), await isOperator('second-configured')]).toEqual([
      false,
      true,
    ]);
  });

  it('stays revoked though its file is still there', async () => {
    const first = await ensureOperatorKey({ keys, dataDir });
    await keys.create(operatorIn('default'));
    const caller = await keys.find(first?.key ?? '');
    await keys.revoke('default', caller?.keyId ?? '');
    expect(await ensureOperatorKey({ keys, dataDir })).toBeNull();
    expect(await keys.find(first?.key ?? '')).toBeNull();
  });
});
