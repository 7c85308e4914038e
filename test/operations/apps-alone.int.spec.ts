import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServerUrl } from '#config';
import { openDatabase, type Database } from '#database';
import { Alone } from '../support/alone.js';
import { posted, until } from './serving.js';

const home = process.cwd();
const server = testServerUrl();

interface Listed {
  readonly projects: Readonly<Record<string, { readonly sourceRoot: string; readonly entryFile: string }>>;
}
const listed = (JSON.parse(readFileSync(join(home, 'nest-cli.json'), 'utf8')) as Listed).projects;

describe('an app that nest-cli.json lists', () => {
  it.each(Object.keys(listed))('%s has the entry that it names', (name) => {
    const { sourceRoot = '', entryFile = '' } = listed[name] ?? {};
    expect(existsSync(join(home, sourceRoot, `${entryFile}.ts`))).toBe(true);
  });

  it('refuses to start alone without a server to meet the others in', async () => {
    const alone = await Alone.start('ingest', {});
    expect(await alone.ended()).toBe(2);
    expect(alone.errors).toContain('DATABASE_URL: is needed');
  });
});

// The embedded engine is one process's own: apps apart need a server, which the server suite of .ci/run has.
if (server !== undefined)
  describe('apps as processes of their own', () => {
    const apps = new Map<string, Alone>();
    const name = `kith_apart_${String(process.pid)}`;
    const own = new URL(server);
    own.pathname = `/${name}`;
    let admin: Database;
    let database: Database;
    beforeAll(async () => {
      admin = await openDatabase({ url: server, dataDir: 'memory://', poolSize: 1 });
      await admin.query(`create database ${name}`);
      for (const app of ['gateway', 'ingest', 'recall', 'janitor'])
        apps.set(app, await Alone.start(app, { DATABASE_URL: own.href }));
      for (const app of apps.values()) await app.answers();
      database = await openDatabase({ url: own.href, dataDir: 'memory://', poolSize: 1 });
    }, 120_000);
    afterAll(async () => {
      for (const app of apps.values()) await app.ended('SIGKILL');
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.close();
    });

    const appOf = (app: string): Alone => {
      const found = apps.get(app);
      if (!found) throw new Error(`${app} does not run`);
      return found;
    };

    it('say what they serve, and the edge that nobody answers it yet', async () => {
      expect(await appOf('ingest').get('/readyz')).toEqual({
        status: 200,
        body: { status: 'ok', app: 'ingest', consumes: ['ingest-recorder'], answers_over: null },
      });
      expect((await appOf('recall').get('/readyz')).body).toMatchObject({ consumes: ['recall-indexer'] });
      expect((await appOf('janitor').get('/readyz')).body).toMatchObject({ consumes: ['janitor-tasks'] });
      expect((await appOf('gateway').get('/readyz')).status).toBe(503);
    });

    it('bring an event from the edge into the log and into the index', async () => {
      const taken = await fetch(`${appOf('gateway').url}/v1/events`, {
        method: 'POST',
        headers: { authorization: 'Bearer kith_key-of-the-test', 'content-type': 'application/json' },
        body: JSON.stringify(posted('apart-1', 'I have a parrot named Coco')),
      });
      expect(taken.status).toBe(202);
      await until(async () => {
        const rows = await database.query(`select 1 from memory_index where kind = 'fact' and not removed`);
        return rows.length > 0;
      });
    }, 90_000);

    it('end orderly when they are told to', async () => {
      for (const app of apps.values()) expect(await app.ended('SIGTERM')).toBe(0);
      const held = await database.query('select name from bus_consumers where lease_owner is not null');
      expect(held).toEqual([]);
    }, 60_000);
  });
