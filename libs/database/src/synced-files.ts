import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface OpenFile {
  /** The descriptor of a plain file; a directory has none. */
  readonly nfd?: number;
  readonly node: unknown;
}
interface NodeFiles {
  readonly stream_ops: { fsync?: (file: OpenFile) => number };
  realPath(node: unknown): string;
}

const sync = (files: NodeFiles, { nfd, node }: OpenFile): number => {
  if (nfd !== undefined) {
    fdatasyncSync(nfd);
    return 0;
  }
  syncPath(files.realPath(node));
  return 0;
};

/** Windows opens no folder. */
const syncPath = (path: string): void => {
  if (process.platform === 'win32') return;
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** Brings a folder that was just filled to the disk, with everything in it. */
export const syncFolder = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncFolder(path);
    else syncPath(path);
  }
  syncPath(folder);
};

/**
 * PGlite leaves fsync out: its file system has none, and it starts Postgres with -F. A killed process loses nothing that
 * way, a machine that loses power does. This one syncs, so what was acknowledged is on the disk.
 */
export class SyncedFiles extends NodeFS {
  override async init(...[engine, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options);
    const addSync = (module: unknown) => {
      const files = (module as { FS: { filesystems: { NODEFS: NodeFiles } } }).FS.filesystems.NODEFS;
      files.stream_ops.fsync = (file) => sync(files, file);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }
}

/** The timer that reports a long recovery is never stopped by a single-user Postgres and would keep the process alive. */
export const plainStart: readonly string[] = [
  ...PGlite.defaultStartParams,
  '-c',
  'log_startup_progress_interval=0',
  '-c',
  'max_wal_size=128MB',
];

/** `fdatasync` is a no-op in the WASM build of the C library, `fsync` is not. */
export const syncedStart: readonly string[] = [
  ...plainStart.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];
