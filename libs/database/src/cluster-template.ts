import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const expand = promisify(gunzip);

const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')));
const cacheFolder = join(dirname(dirname(packageFolder)), '.cache', 'kith');

const engineVersion = (): string => {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
};

const fileOf = (name: string): string => join(cacheFolder, `postgres-${engineVersion()}-${name}.tar.gz`);

/** A cluster's files as they were kept under this name by this version of the engine, or null. */
export const keptTemplate = async (name: string): Promise<Blob | null> => {
  try {
    return new Blob([await expand(readFileSync(fileOf(name)))]);
  } catch {
    return null;
  }
};

const mostKept = 20;

/** Each set of migrations has a template of its own, and migrations change. */
const dropOldest = (): void => {
  const files = readdirSync(cacheFolder)
    .filter((name) => name.startsWith('postgres-'))
    .map((name) => join(cacheFolder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const file of files.slice(mostKept)) rmSync(file, { force: true });
};

/** Saves the next one from making it again. A cache: when it cannot be written, nothing is lost but time. */
export const keepTemplate = async (name: string, template: Blob): Promise<void> => {
  const draft = join(cacheFolder, randomUUID());
  try {
    const packed = await compress(Buffer.from(await template.arrayBuffer()), { level: 1 });
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(draft, packed);
    renameSync(draft, fileOf(name));
    dropOldest();
  } catch {
    rmSync(draft, { force: true });
  }
};

/** Nobody creates databases in the embedded engine, so its two templates are two thirds of its size for nothing. */
export const dropTemplateDatabases: readonly string[] = [
  'update pg_database set datistemplate = false, datallowconn = true',
  'drop database if exists template0',
  'drop database if exists template1',
  'checkpoint',
];
