// Runs in a worker thread, from the sources under test and from dist alike: plain JavaScript, no imports of ours.
import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { vector } from '@electric-sql/pglite-pgvector';

const syncFolder = (path) => {
  // Windows opens no folder.
  if (process.platform === 'win32') return;
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/**
 * PGlite leaves fsync out: its file system has none, and it starts Postgres with -F. A killed process loses nothing that
 * way, a machine that loses power does. This one syncs, so what was acknowledged is on the disk.
 */
class SyncedFiles extends NodeFS {
  async init(...settings) {
    const { emscriptenOpts } = await super.init(...settings);
    const addSync = (module) => {
      const files = module.FS.filesystems.NODEFS;
      // A plain file has a descriptor; a folder has none.
      files.stream_ops.fsync = ({ nfd, node }) => {
        if (nfd === undefined) syncFolder(files.realPath(node));
        else fdatasyncSync(nfd);
        return 0;
      };
      // Some files Postgres asks for with every right, and leaves the rest to a umask that there is none of here.
      const { setattr } = files.node_ops;
      files.node_ops.setattr = (node, wanted) =>
        setattr(node, wanted.mode === undefined ? wanted : { ...wanted, mode: wanted.mode & ~0o077 });
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }
}

/** The timer that reports a long recovery is never stopped by a single-user Postgres and would keep the process alive. */
const plainStart = [
  ...PGlite.defaultStartParams,
  '-c',
  'log_startup_progress_interval=0',
  '-c',
  'max_wal_size=128MB',
  // A segment that is kept to be written over holds words of before under the number of one to come: no erasure would
  // find when it is gone.
  '-c',
  'wal_recycle=off',
];
/** `fdatasync` is a no-op in the WASM build of the C library, `fsync` is not. */
const syncedStart = [...plainStart.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync'];

const { folder, template, program } = workerData;
const loadDataDir = template === null ? undefined : new Blob([template]);
const pglite = PGlite.create({
  ...(folder === null ? { dataDir: 'memory://' } : { fs: new SyncedFiles(folder) }),
  startParams: folder === null ? plainStart : syncedStart,
  extensions: { vector },
  pgliteWasmModule: program,
  loadDataDir,
});

const joined = (parts) => {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const answers = {
  ready: async () => {
    await pglite;
    return new Uint8Array(0);
  },
  exchange: async (message) => {
    const parts = [];
    // A copy: the engine writes its next answer to the same place.
    const onRawData = (data) => parts.push(Uint8Array.from(data));
    await (await pglite).execProtocolRawStream(message, { onRawData });
    return parts.length === 1 ? parts[0] : joined(parts);
  },
  run: async (statement) => {
    await (await pglite).exec(statement);
    return new Uint8Array(0);
  },
  dump: async () => new Uint8Array(await (await (await pglite).dumpDataDir('none')).arrayBuffer()),
  close: async () => {
    await (await pglite).close();
    return new Uint8Array(0);
  },
};

/** One after the other, answered in the order of asking. */
let turn = Promise.resolve();
parentPort.on('message', ({ what, content }) => {
  turn = turn.then(async () => {
    try {
      const answer = await answers[what](content);
      parentPort.postMessage({ answer }, [answer.buffer]);
    } catch (error) {
      parentPort.postMessage({ error });
    }
  });
});
