import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}/`);

/** Which folder imports from which; a folder and what lies inside it are one room here. */
const arrowsOf = (imports: readonly (readonly [file: string, target: string])[]): Arrows => {
  const arrows = new Map<string, Set<string>>();
  for (const [file, target] of imports) {
    const [from, to] = [path.posix.dirname(file), path.posix.dirname(target)];
    if (isWithin(from, to) || isWithin(to, from)) continue;
    arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  }
  return arrows;
};

/** The rooms from which arrows lead back to themselves. */
const circles = (arrows: Arrows): readonly string[] => {
  const reach = (start: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const open = [...(arrows.get(start) ?? [])];
    for (let room = open.pop(); room !== undefined; room = open.pop()) {
      if (seen.has(room)) continue;
      seen.add(room);
      open.push(...(arrows.get(room) ?? []));
    }
    return seen;
  };
  return [...arrows.keys()].filter((room) => reach(room).has(room)).sort();
};

const sources = (): readonly string[] =>
  ['apps', 'libs'].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(top, file))
      .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|\/testing\//u.test(file)),
  );

const importsOf = (file: string): readonly (readonly [string, string])[] =>
  [...readFileSync(file, 'utf8').matchAll(/\bfrom '(\.{1,2}\/[^']+)'/gu)].map(
    ([, target = '']) => [file, path.posix.join(path.posix.dirname(file), target)] as const,
  );

describe('rooms', () => {
  it('finds two that import one another, and three in a round', () => {
    expect(
      circles(
        arrowsOf([
          ['libs/a/one/x.ts', 'libs/a/two/y.js'],
          ['libs/a/two/y.ts', 'libs/a/one/z.js'],
          ['libs/b/one/x.ts', 'libs/b/two/y.js'],
          ['libs/b/two/x.ts', 'libs/b/three/y.js'],
          ['libs/b/three/x.ts', 'libs/b/one/y.js'],
          ['libs/c/one/x.ts', 'libs/c/two/y.js'],
        ]),
      ),
    ).toEqual(['libs/a/one', 'libs/a/two', 'libs/b/one', 'libs/b/three', 'libs/b/two']);
  });

  it('takes a folder and what lies inside it for one room', () => {
    expect(
      circles(
        arrowsOf([
          ['a/one/x.ts', 'a/y.js'],
          ['a/y.ts', 'a/one/x.js'],
        ]),
      ),
    ).toEqual([]);
  });

  it('are never led back to by what they import', () => {
    expect(circles(arrowsOf(sources().flatMap(importsOf)))).toEqual([]);
  });
});
