import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const sources = ['apps', 'libs'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => join(root, path))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts')),
);
const roomOf = (path: string): string => path.split('/').slice(0, 2).join('/');

const definedIn = new Map<string, string[]>();
for (const path of sources)
  for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(
    /^export (?:abstract )?(?:type|interface|class) (\w+)/gmu,
  ))
    definedIn.set(name, [...(definedIn.get(name) ?? []), path]);

/** Names that a lib hands out; a whole file of names is handed out as `export *`. */
const handedOut = new Map<string, string>();
for (const path of sources.filter((one) => /^libs\/[a-z-]+\/src\/index\.ts$/u.test(one))) {
  const text = readFileSync(path, 'utf8');
  const whole = [...text.matchAll(/export \* from '\.\/([\w/-]+)\.js'/gu)].map(([, file = '']) =>
    path.replace('index.ts', `${file}.ts`),
  );
  const listed = [...text.matchAll(/export (?:type )?\{([^}]*)\}/gu)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace(/^\s*type\s|\bas\b.*$/gu, '').trim()),
  );
  const ofFiles = [...definedIn].filter(([, paths]) => paths.some((one) => whole.includes(one)));
  for (const name of [...listed, ...ofFiles.map(([one]) => one)]) handedOut.set(name, roomOf(path));
}

/** Nothing but names that mean the same on both sides, where neither lib may know the other, or words that are an engine's. */
const allowed = {
  Calibration: 'the scale of an encoder, as embeddings give it and retrieval reads it',
  Filter: "Qdrant's own word for it, inside its adapter",
} as const;

describe('an exported type', () => {
  it('has one meaning in its app or lib', () => {
    const twice = [...definedIn].filter(([, paths]) => new Set(paths.map(roomOf)).size < paths.length);
    expect(twice).toEqual([]);
  });

  it('that a lib hands out has one meaning everywhere', () => {
    const elsewhere = [...handedOut.keys()].filter((name) => (definedIn.get(name) ?? []).length > 1);
    expect(elsewhere.sort()).toEqual(Object.keys(allowed).sort());
    expect(handedOut.size).toBeGreaterThan(300);
  });
});
