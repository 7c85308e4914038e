// Runs the sources as they are: `node --import <this file>` for a child process of a test, and for the specs themselves.
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compiled } from './compiled.mjs';

if (!import.meta.url.endsWith('#hooks')) register(`${import.meta.url}#hooks`);

const words = new URL('./jest-words.mjs', import.meta.url).href;

export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: words, format: 'module', shortCircuit: true };
  const isOwn =
    specifier.startsWith('.') && specifier.endsWith('.js') && /\.ts(?:\?|$)/u.test(context.parentURL);
  const conditions = specifier.startsWith('#') ? ['source', ...context.conditions] : context.conditions;
  return next(isOwn ? specifier.replace(/\.js$/u, '.ts') : specifier, { ...context, conditions });
}

export async function load(url, context, next) {
  if (!/\.ts(?:\?|$)/u.test(url)) return next(url, context);
  return { format: 'module', source: await compiled(fileURLToPath(url)), shortCircuit: true };
}
