import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { proofCases, startScript, type ChildScript } from '#testing';
import { openDatabase } from './index.js';

const script = new URL('./testing/insert-forever.ts', import.meta.url);
const isStored = (line: string) => line.startsWith('stored ');
const numberOf = (line: string | undefined) => Number(line?.split(' ')[1] ?? 0);

describe('embedded data directory', () => {
  let home: string;
  let dataDir: string;
  let children: ChildScript[];
  const start = () => {
    const child = startScript(script, [dataDir]);
    children.push(child);
    return child;
  };
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'kith-'));
    dataDir = join(home, 'data');
    children = [];
  });
  afterEach(async () => {
    await Promise.all(children.map((child) => child.kill()));
    rmSync(home, { recursive: true, force: true });
  });

  it('opens again after kill -9 with everything that was acknowledged', async () => {
    let acknowledged = 0;
    for (let round = 0; round < proofCases(3, 1); round += 1) {
      const child = start();
      const found = numberOf(await child.line((line) => line.startsWith('last ')));
      expect(found).toBeGreaterThanOrEqual(acknowledged);
      await child.line((line) => isStored(line) && numberOf(line) > found + 100);
      await child.kill();
      acknowledged = numberOf(child.lines.filter(isStored).at(-1));
    }
    const database = await openDatabase({ dataDir });
    const [row] = await database.query<{ count: string }>('select count(*) from numbers where n <= $1', [
      acknowledged,
    ]);
    await database.close();
    expect(Number(row?.count)).toBe(acknowledged);
  }, 120_000);

  it('refuses a second process, and names the first', async () => {
    const child = start();
    await child.line(isStored);
    await expect(openDatabase({ dataDir })).rejects.toThrow(/in use by process \d+/u);
    await child.line((line) => numberOf(line) > 50);
    await child.kill();
    const database = await openDatabase({ dataDir });
    await expect(openDatabase({ dataDir })).rejects.toThrow(`in use by process ${String(process.pid)}`);
    await database.close();
    await (await openDatabase({ dataDir })).close();
  }, 60_000);

  it('is for its owner alone, also where it was open before', async () => {
    const openToOthers = (): readonly string[] =>
      ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })].filter(
        (path) => (statSync(join(dataDir, path)).mode & 0o077) !== 0,
      );
    mkdirSync(dataDir, { mode: 0o755 });
    const first = await openDatabase({ dataDir });
    await first.query('create table notes (body text)');
    expect(openToOthers()).toEqual([]);
    await first.close();
    chmodSync(dataDir, 0o755);
    chmodSync(join(dataDir, 'postgres'), 0o755);
    chmodSync(join(dataDir, 'postgres', 'PG_VERSION'), 0o644);
    const second = await openDatabase({ dataDir });
    await second.query('insert into notes select md5(n::text) from generate_series(1, 9000) n');
    expect(openToOthers()).toEqual([]);
    await second.close();
  }, 60_000);
});
