// The scoring of labelled lines as scripts read it: `npm run build` first.
import { transformFile } from '@swc/core';
import { mkdir, readdir, symlink, unlink, writeFile } from 'node:fs/promises';

const from = new URL('.', import.meta.url);
const to = new URL('../../dist/test/extraction/', import.meta.url);

export const builtScoring = async () => {
  await mkdir(to, { recursive: true });
  const { code } = await transformFile(new URL('scoring.ts', from).pathname);
  await writeFile(new URL('scoring.js', to), code);
  for (const name of (await readdir(from)).filter((file) => file.endsWith('.jsonl'))) {
    await unlink(new URL(name, to)).catch(() => undefined);
    await symlink(new URL(name, from), new URL(name, to));
  }
  return import(new URL('scoring.js', to));
};
