// What it costs that the embedded database waits for the disk: the same work with and without, in turns, in one run.
//   node test/bench/fsync.mjs [--rounds 7]
import { fdatasyncSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** As libs/database has it: see engine.worker.mjs. */
class SyncedFiles extends NodeFS {
  async init(engine, options) {
    const { emscriptenOpts } = await super.init(engine, options);
    const addSync = ({ FS }) => {
      FS.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) fdatasyncSync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }
}
const plainStart = PGlite.defaultStartParams;
const syncedStart = [...plainStart.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync'];

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const rounds = Number(values.rounds);
const small = 200;
const large = 20;
const rowsInLarge = 200;
const body = 'x'.repeat(600);

const open = async (files, startParams) => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-fsync-'));
  const pglite = await PGlite.create({ fs: new files(folder), startParams: [...startParams] });
  await pglite.exec(
    'create table t (id bigint generated always as identity primary key, body text not null)',
  );
  return { folder, pglite };
};
const ways = {
  'with fsync': await open(SyncedFiles, syncedStart),
  without: await open(NodeFS, plainStart),
};

const perTransaction = async (pglite, count, rows) => {
  const began = performance.now();
  for (let n = 0; n < count; n += 1)
    await pglite.query('insert into t (body) select $1 from generate_series(1, $2::int)', [body, rows]);
  return (performance.now() - began) / count;
};
const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

const times = new Map();
const note = (name, ms) => times.set(name, [...(times.get(name) ?? []), ms]);
for (let round = 0; round <= rounds; round += 1)
  for (const [name, { pglite }] of Object.entries(ways)) {
    const one = await perTransaction(pglite, small, 1);
    const many = await perTransaction(pglite, large, rowsInLarge);
    // The first round warms up.
    if (round > 0) {
      note(`1 row, ${name}`, one);
      note(`${rowsInLarge} rows, ${name}`, many);
    }
  }
for (const { pglite, folder } of Object.values(ways)) {
  await pglite.close();
  await rm(folder, { recursive: true, force: true });
}
for (const [name, all] of times)
  console.log(`${name.padEnd(24)}${median(all).toFixed(2)} ms a transaction (median of ${all.length})`);
