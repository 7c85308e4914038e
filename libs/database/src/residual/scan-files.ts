import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Needles } from './needles.js';

export interface FilesScan {
  readonly files: number;
  readonly bytes: number;
  /** Files in which values stand, with those. */
  readonly residues: ReadonlyMap<string, ReadonlySet<string>>;
}

const chunk = 4 * 1024 * 1024;
/** What crosses the end of a chunk is read with the next. */
const overlap = 64 * 1024;

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES');

const scanFile = async (path: string, needles: Needles): Promise<{ bytes: number; values: Set<string> }> => {
  const values = new Set<string>();
  const file = await open(path, 'r');
  let bytes = 0;
  try {
    const buffer = Buffer.alloc(chunk);
    for (let from = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, chunk, from);
      for (const value of needles.inFile(buffer.subarray(0, bytesRead))) values.add(value);
      bytes = Math.max(bytes, from + bytesRead);
      if (bytesRead < chunk) return { bytes, values };
      from += chunk - overlap;
    }
  } finally {
    await file.close();
  }
};

/** Looks through every file of a folder for these values, the write-ahead log among them. */
export const scanFiles = async (folder: string, needles: Needles): Promise<FilesScan> => {
  const residues = new Map<string, ReadonlySet<string>>();
  let files = 0;
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    try {
      const scanned = await scanFile(path, needles);
      files += 1;
      bytes += scanned.bytes;
      if (scanned.values.size > 0) residues.set(path.slice(folder.length + 1), scanned.values);
    } catch (error) {
      // A file that went meanwhile holds nothing.
      if (!isGone(error)) throw error;
    }
  }
  return { files, bytes, residues };
};
