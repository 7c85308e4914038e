// Compiles apps/ and libs/ to dist/ with swc and copies data files. Types are checked apart (`npm run types`).
import { transformFile } from '@swc/core';
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const outdir = 'dist';
const roots = ['apps', 'libs'];
const isTest = (path) => /\.(spec|type)\.ts$/.test(path);
const isAsset = (path) => /\.(json|mjs|txt|csv|html|css|jsonl)$/.test(path);

async function* filesBelow(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

const mtime = async (path) => (await stat(path).catch(() => null))?.mtimeMs ?? 0;

async function compile(path) {
  const target = join(outdir, path.replace(/\.ts$/, '.js'));
  if ((await mtime(target)) > (await mtime(path))) return 0;
  const { code, map } = await transformFile(path, { sourceMaps: true });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, `${code}\n//# sourceMappingURL=${target.split('/').pop()}.map\n`);
  if (map) await writeFile(`${target}.map`, map);
  return 1;
}

async function copy(path) {
  const target = join(outdir, path);
  if ((await mtime(target)) > (await mtime(path))) return 0;
  await mkdir(dirname(target), { recursive: true });
  await cp(path, target);
  return 1;
}

if (process.argv.includes('--clean')) await rm(outdir, { recursive: true, force: true });
const work = [];
for (const root of roots) {
  for await (const path of filesBelow(root)) {
    if (path.endsWith('.ts') && !isTest(path)) work.push(compile(path));
    else if (isAsset(path)) work.push(copy(path));
  }
}
const done = (await Promise.all(work)).reduce((sum, count) => sum + count, 0);
if (process.argv.includes('--verbose')) console.log(`built ${done} of ${work.length} files`);
