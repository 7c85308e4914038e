// Lets a child process of a test run the sources: `node --conditions=source --import <this file>`.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

if (!import.meta.url.endsWith('#hooks')) register(`${import.meta.url}#hooks`);

export async function resolve(specifier, context, next) {
  const isOwn = specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts');
  return next(isOwn ? specifier.replace(/\.js$/u, '.ts') : specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { filename, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
