// How many seconds of a core a process used, from Linux' /proc: others load a machine, and rates alone tell of them, too.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const ticksPerSecond = 100;
const fieldsOf = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
const pids = () => readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
const orElse = (fallback, ask) => {
  try {
    return ask();
  } catch {
    return fallback;
  }
};

/** The process that listens at a port of this machine; null where nobody can say. */
export const listenerAt = (port) =>
  orElse(null, () => {
    const wanted = Number(port).toString(16).toUpperCase().padStart(4, '0');
    const inode = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/u))
      .find(([, local, , state]) => local?.endsWith(`:${wanted}`) && state === '0A')?.[9];
    const holds = (pid) =>
      orElse(false, () =>
        readdirSync(`/proc/${pid}/fd`).some(
          (fd) => orElse('', () => readlinkSync(`/proc/${pid}/fd/${fd}`)) === `socket:[${inode}]`,
        ),
      );
    return inode === undefined ? null : (pids().find(holds) ?? null);
  });

/** Seconds of a process, of its children as they are, and of those that have ended. */
export const cpuSecondsOf = (pid) => {
  if (pid === null || pid === undefined) return Number.NaN;
  const own = orElse(null, () => fieldsOf(pid));
  if (own === null) return Number.NaN;
  const children = pids()
    .map((one) => orElse(null, () => fieldsOf(one)))
    .filter((fields) => fields?.[1] === String(pid));
  const ticks = [...own.slice(11, 15), ...children.flatMap((fields) => fields.slice(11, 13))];
  return ticks.reduce((sum, tick) => sum + Number(tick), 0) / ticksPerSecond;
};
