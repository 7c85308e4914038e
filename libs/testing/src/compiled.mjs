// TypeScript as JavaScript, kept beside the packages until it changes.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform, version } from '@swc/core';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = `${root}node_modules/.cache/kith/compiled`;
const digest = (...parts) => {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};
const settings = digest(version, readFileSync(`${root}.swcrc`));

/** Where the source map of a file is, once it was compiled. */
export const mapOf = (file) => `${folder}/${digest(file)}.map`;

const keep = (file, content) => {
  const draft = `${folder}/${randomUUID()}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
};

export const compiled = async (file) => {
  const source = readFileSync(file, 'utf8');
  const stamp = `//${digest(settings, source)}\n`;
  const kept = `${folder}/${digest(file)}.js`;
  try {
    const code = readFileSync(kept, 'utf8');
    if (code.endsWith(stamp)) return code;
  } catch {
    mkdirSync(folder, { recursive: true });
  }
  const { code, map } = await transform(source, { filename: file, sourceMaps: true }).catch((fault) => {
    throw new Error(`${file}: ${fault.message.split(/\n+(?:Caused by|Stack backtrace)/)[0].trim()}`);
  });
  keep(mapOf(file), map);
  keep(kept, `${code}\n${stamp}`);
  return code;
};
