// Compiles apps/ and libs/ to dist/ with swc and copies data files. Types are checked apart (`npm run types`).
import { readdirSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const outdir = join(home, 'dist');
const roots = ['apps', 'libs'];
const isTest = (path) => /\.(spec|type)\.ts$/.test(path);
const isAsset = (path) => /\.(json|mjs|txt|csv|html|css|jsonl|svg)$/.test(path);

// Synchronous: `npx kith` looks at every file before each command, and promises took twice as long.
function* filesBelow(folder) {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
const entriesOf = (folder) => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
};

const mtime = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
// A change of the compiler's settings makes every output old.
const settingsAt = Math.max(mtime(join(home, '.swcrc')), mtime(join(home, 'package.json')));
const isFresh = (target, path) => mtime(target) > Math.max(mtime(path), settingsAt);

// A file appears whole or not at all: another process may be starting from dist/ right now.
async function put(target, text, mode) {
  await mkdir(dirname(target), { recursive: true });
  const draft = `${target}.${process.pid}`;
  await writeFile(draft, text);
  if (mode) await chmod(draft, mode);
  await rename(draft, target);
}

async function compile(path, target) {
  // Loading the compiler takes longer than finding out that nothing has changed.
  const { transformFile } = await import('@swc/core');
  const { code, map } = await transformFile(path, { sourceMaps: true, root: home, cwd: home }).catch(
    (fault) => {
      throw new Error(
        `${relative(home, path)}: ${fault.message.split(/\n+(?:Caused by|Stack backtrace)/)[0].trim()}`,
      );
    },
  );
  const isProgram = (await readFile(path, 'utf8')).startsWith('#!');
  if (isProgram && !code.startsWith('#!'))
    throw new Error(`${relative(home, path)}: the compiler dropped its first line`);
  if (map) await put(`${target}.map`, map);
  await put(
    target,
    `${code}\n//# sourceMappingURL=${target.split('/').pop()}.map\n`,
    isProgram ? 0o755 : undefined,
  );
  return 1;
}

async function copy(path, target) {
  await mkdir(dirname(target), { recursive: true });
  await cp(path, target);
  return 1;
}

/** Makes what is older than its source, and takes away what has none. Resolves to how many files were made. */
export async function build({ clean = false } = {}) {
  if (clean) await rm(outdir, { recursive: true, force: true });
  const expected = new Set();
  const work = [];
  for (const root of roots) {
    for (const path of filesBelow(join(home, root))) {
      const target = join(outdir, relative(home, path).replace(/\.ts$/, '.js'));
      if (path.endsWith('.ts') && !isTest(path)) {
        expected.add(target).add(`${target}.map`);
        if (!isFresh(target, path)) work.push(() => compile(path, target));
      } else if (isAsset(path)) {
        expected.add(target);
        if (!isFresh(target, path)) work.push(() => copy(path, target));
      }
    }
  }
  const outcomes = await Promise.allSettled(work.map((step) => step()));
  const failures = outcomes.filter(({ status }) => status === 'rejected');
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason.message).join('\n'));
  // What has no source any more must not be imported by accident.
  for (const root of roots)
    for (const path of filesBelow(join(outdir, root)))
      if (!expected.has(path) && !/\.\d+$/.test(path)) await rm(path, { force: true });
  return outcomes.reduce((sum, { value }) => sum + value, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  try {
    const made = await build({ clean: process.argv.includes('--clean') });
    if (process.argv.includes('--verbose')) console.log(`built ${made} files`);
  } catch (fault) {
    console.error(fault.message);
    process.exitCode = 1;
  }
