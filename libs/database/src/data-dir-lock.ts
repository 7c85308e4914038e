import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';

/** Which process holds a data directory; enough to tell a living holder from a pid that was given to somebody else. */
const holderSchema = z.object({
  pid: z.number().int(),
  /** Host, boot and pid namespace: only within the same one does a pid say anything. */
  world: z.string(),
  /** Start time of the process in clock ticks; null where the system does not tell. */
  started: z.string().nullable(),
  token: z.string(),
});
type Holder = z.output<typeof holderSchema>;

class DataDirInUseError extends Error {
  constructor(path: string, holder: Holder) {
    super(
      `the data directory is in use by process ${String(holder.pid)} (lock file ${path}); ` +
        'stop that process, or start this one with another KITH_DATA_DIR',
    );
    this.name = 'DataDirInUseError';
  }
}

export interface DataDirLock {
  release(): void;
}

const heartbeatMs = 2_000;
const silentForMs = 10_000;

/** Tokens of the locks that this very process holds: in a container every incarnation is pid 1. */
const heldHere = new Set<string>();

const textOf = (read: () => string): string | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

const startOf = (pid: number): string | null => {
  const stat = textOf(() => readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  // The command name may hold blanks and brackets, so fields are counted after its closing one: start time is the 22nd.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
};

const ownWorld = (): string =>
  [
    hostname(),
    textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? '',
    textOf(() => readlinkSync('/proc/self/ns/pid')) ?? '',
  ].join('/');

const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
};

const silence = (path: string): number => {
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return touched === undefined ? Infinity : Date.now() - touched;
};

/** A holder in another container or on another host is judged by its sign of life, all others by their pid. */
const isAlive = (holder: Holder, path: string): boolean => {
  if (holder.world !== ownWorld()) return silence(path) < silentForMs;
  if (holder.pid === process.pid) return heldHere.has(holder.token);
  return runs(holder.pid) && (holder.started === null || holder.started === startOf(holder.pid));
};

const holderAt = (path: string): Holder | 'none' | 'unreadable' => {
  const text = textOf(() => readFileSync(path, 'utf8'));
  if (text === null) return 'none';
  const parsed = holderSchema.safeParse(textAsJson(text));
  return parsed.success ? parsed.data : 'unreadable';
};

const textAsJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Content and name appear together: a link fails when the name is taken, and is never seen half written. */
const tryCreate = (path: string, holder: Holder): boolean => {
  const draft = `${path}.${holder.token}`;
  const file = openSync(draft, 'wx', 0o600);
  writeSync(file, JSON.stringify(holder));
  closeSync(file);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};

/** Moves a dead holder's file away. Two takers may race: who moved a living one's file puts it back. */
const removeStale = (path: string, judged: string): void => {
  const aside = `${path}.stale.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = holderAt(aside);
  if (moved !== 'none' && moved !== 'unreadable' && moved.token !== judged) {
    try {
      linkSync(aside, path);
    } catch {
      // A third process took the name meanwhile; the moved holder finds out at its next sign of life.
    }
  }
  rmSync(aside, { force: true });
};

/** Takes the lock file or throws DataDirInUseError. A holder that died without releasing does not block. */
export const lockDataDir = (path: string): DataDirLock => {
  const own: Holder = {
    pid: process.pid,
    world: ownWorld(),
    started: startOf(process.pid),
    token: randomUUID(),
  };
  for (;;) {
    if (tryCreate(path, own)) break;
    const holder = holderAt(path);
    if (holder === 'none') continue;
    if (holder === 'unreadable') removeStale(path, '');
    else if (isAlive(holder, path)) throw new DataDirInUseError(path, holder);
    else removeStale(path, holder.token);
  }
  heldHere.add(own.token);
  const heartbeat = setInterval(() => {
    const now = new Date();
    textOf(() => (utimesSync(path, now, now), ''));
  }, heartbeatMs);
  heartbeat.unref();
  return {
    release: () => {
      clearInterval(heartbeat);
      heldHere.delete(own.token);
      const holder = holderAt(path);
      if (holder !== 'none' && holder !== 'unreadable' && holder.token === own.token)
        rmSync(path, { force: true });
    },
  };
};
