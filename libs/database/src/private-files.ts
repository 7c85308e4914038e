import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Windows has no such modes. */
const hasModes = process.platform !== 'win32';

const close = (path: string, mode: number): void => {
  if (hasModes && (lstatSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
};

/** Nobody but its owner reads or lists what is in this folder, however it came there. */
export const keepPrivate = (folder: string): void => {
  close(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) keepPrivate(path);
    else if (entry.isFile()) close(path, 0o600);
  }
};

/** A data directory may be given by somebody else, who decides about it; what is in it is closed all the same. */
export const closeFolder = (folder: string): void => {
  try {
    close(folder, 0o700);
  } catch {
    // not ours to close
  }
};
