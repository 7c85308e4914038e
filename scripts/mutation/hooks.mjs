// Module hooks of the mutation runner: TypeScript through swc, `@jest/globals` as the few words of it that specs of pure
// code use, and a fresh copy of the code under test for each mutant: `?run=7` is handed on to whatever is imported.
import { transform } from '@swc/core';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const words = new URL('./words.mjs', import.meta.url).href;
const underTest = /\/libs\/(?:policy|memory-index)\/src\//u;
const compiled = new Map();

export const resolve = async (specifier, context, next) => {
  if (specifier === '@jest/globals') return { url: words, format: 'module', shortCircuit: true };
  const parent = new URL(context.parentURL ?? 'file:///');
  const isTypeScript = specifier.startsWith('.') && parent.pathname.endsWith('.ts');
  const found = await next(isTypeScript ? specifier.replace(/\.js$/u, '.ts') : specifier, context);
  return underTest.test(found.url) && !found.url.includes('?')
    ? { ...found, url: found.url + parent.search }
    : found;
};

const compile = async (path) => {
  const { code } = await transform(await readFile(path, 'utf8'), { filename: path, sourceMaps: false });
  return code;
};

export const load = async (url, context, next) => {
  const { pathname } = new URL(url);
  if (!pathname.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(`file://${pathname}`);
  if (!compiled.has(path)) compiled.set(path, compile(path));
  return { format: 'module', source: await compiled.get(path), shortCircuit: true };
};
