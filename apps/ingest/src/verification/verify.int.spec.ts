import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { parseEnv } from '#config';
import type { Caller } from '#contracts';
import type { Database } from '#database';
import { defaultKnobs } from '#domain';
import { PostgresEventLog } from '#event-log';
import { projections, readModelEntities } from '#read-models';
import { testDatabase } from '#testing';
import { storeSchema } from '#wiring';
import { TokenCheck } from './token-check.js';
import type { VerifyingOptions } from './identities.js';
import { verify } from './verify.js';

const now = (): Date => new Date('2026-05-02T12:00:00Z');
const secret = 'the-secret-of-these-specs-and-of-nobody-else';
const parsed = parseEnv({
  KITH_IDENTITY__ISSUER: 'https://id.test',
  KITH_IDENTITY__AUDIENCE: 'kith',
  KITH_IDENTITY__JWT_SECRET: secret,
});
const tokenOf = (sub: string): Promise<string> =>
  new SignJWT({ iss: 'https://id.test', aud: 'kith', sub, exp: now().getTime() / 1000 + 60 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret));
const caller: Caller = { tenantId: 'default', keyId: 'k1', roles: ['adaptor'] };

describe('a token shown to several processes', () => {
  let database: Database;
  let processes: readonly VerifyingOptions[];
  const show = (at: number, person: string, token: string, who = caller) => {
    const options = processes[at % processes.length];
    if (!options) throw new Error('no process');
    return verify(options, who, { platform: 'chat', platform_user_id: person, token, rebind: false });
  };
  beforeAll(async () => {
    database = await testDatabase(storeSchema.migrations, readModelEntities);
    if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
    const tokens = new TokenCheck(parsed.config.verification, now);
    processes = [1, 2].map(() => ({
      log: new PostgresEventLog(database, projections, now),
      knobs: defaultKnobs,
      now,
      newId: randomUUID,
      tokens,
    }));
  });
  afterAll(() => database.close());

  it('at once by ten accounts verifies one of them, and is spent after a rebuild too', async () => {
    const token = await tokenOf('auth0|ines');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => show(at, `p-${String(at)}`, token)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const log = new PostgresEventLog(database, projections, now);
    await log.rebuild(() => undefined);
    expect((await show(0, 'p-late', token)).ok).toBe(false);
    const refusedSoFar = async () =>
      (await log.read({ transactionId: 0n, position: 0n }, 1000)).filter(
        ({ type }) => type === 'VerificationRefused',
      );
    let refused = await refusedSoFar();
    // A log on a server is read as far as no transaction is open, in whichever database of it.
    for (const until = Date.now() + 20_000; refused.length < 10 && Date.now() < until;) {
      await sleep(50);
      refused = await refusedSoFar();
    }
    expect(refused).toHaveLength(10);
    expect(refused[0]?.metadata.actor).toBe('key:k1');
  });

  it('is of one tenant: another has never seen it', async () => {
    const token = await tokenOf('auth0|omar');
    expect((await show(0, 'omar', token)).ok).toBe(true);
    expect((await show(1, 'omar', token, { ...caller, tenantId: 'other' })).ok).toBe(true);
    expect((await show(1, 'omar', token, { ...caller, tenantId: 'other' })).ok).toBe(false);
  });

  it('makes two accounts one row of the views that downstream plugins read', async () => {
    await show(0, 'ana', await tokenOf('auth0|ana'));
    const second = await tokenOf('auth0|ana').then((token) => token);
    const again = await new SignJWT({ iss: 'https://id.test', aud: 'kith', sub: 'auth0|ana', exp: 4e9 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret));
    expect((await show(1, 'ana-again', second)).ok).toBe(false);
    expect((await show(1, 'ana-again', again)).ok).toBe(true);
    const users = await database.query<{ id: string }>(
      `select id from lp_users where external_id = 'auth0|ana'`,
    );
    expect(users).toHaveLength(1);
    const channels = await database.query<{ channel_peer_id: string }>(
      'select channel_peer_id from lp_user_channels where user_id = $1 order by 1',
      [users[0]?.id ?? ''],
    );
    expect(channels.map(({ channel_peer_id }) => channel_peer_id)).toEqual(['ana', 'ana-again']);
  });

  it('leaves one user of an id and one row of a channel and its peer in those views, with the columns that plugins know', async () => {
    for (const person of ['ida', 'ida', 'jon']) await show(0, person, await tokenOf('auth0|ida'));
    const [double] = await database.query<{ users: string; channels: string }>(
      `select (select count(*) from lp_users where external_id = 'auth0|ida') as users,
         (select count(*) from lp_user_channels where channel_peer_id = 'ida') as channels`,
    );
    expect([Number(double?.users), Number(double?.channels)]).toEqual([1, 1]);
    const columns = async (view: string) =>
      (
        await database.query<{ name: string }>(
          'select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position',
          [view],
        )
      ).map(({ name }) => name);
    expect(await columns('lp_users')).toEqual([
      'id',
      'external_id',
      'first_name',
      'last_name',
      'created_at',
      'updated_at',
    ]);
    expect(await columns('lp_user_channels')).toEqual(['user_id', 'channel', 'channel_peer_id', 'linked_at']);
    const refused = await show(0, 'kim', await tokenOf('x'.repeat(257)));
    expect(refused.ok).toBe(false);
  });
});
