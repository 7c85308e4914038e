import { labelledLines, windowOf } from '../extraction/scoring.js';

// Prints every pattern that is put together while the libraries are loaded and while something is read, a line each.
const own = globalThis.RegExp;
const built: { readonly pattern: RegExp; readonly at: string }[] = [];
globalThis.RegExp = new Proxy(own, {
  construct(target, given, as) {
    const made = Reflect.construct(target, given, as) as RegExp;
    const frames = (new Error().stack ?? '').split('\n').slice(1, 4).join('\n');
    if (!frames.includes('node_modules'))
      built.push({ pattern: made, at: /libs\/\w+\/src\/[^:)]+:\d+/u.exec(frames)?.[0] ?? 'built' });
    return made;
  },
});
const { RulesExtractor } = await import('#extraction');
await import('#retrieval');
await new RulesExtractor().extract(labelledLines('mixed').map(windowOf), new AbortController().signal);
globalThis.RegExp = own;
for (const { pattern, at } of built)
  process.stdout.write(`${JSON.stringify({ source: pattern.source, flags: pattern.flags, at })}\n`);
