// The order in which jest takes the files: those that begin on the same tables follow each other, since an engine that is
// emptied takes a tenth of one that is started or given other tables. Files of no engine are short, and come last: what
// is begun last ends soon, and no worker waits for the other.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Usual from '@jest/test-sequencer';

const tablesNamed = /testDatabase\(\s*([^;]*?)\s*\)(?:[;,]|\.then)/u;
const ownImports = /from '(\.[^']*)\.js'/gu;
/** Helpers of helpers: a spec of a scenario, how it is played, its world, its engines. */
const deepest = 4;
const known = new Map();

const tablesOf = (file, depth = 0) => {
  if (known.has(file) || depth > deepest || !existsSync(file)) return known.get(file);
  known.set(file, undefined);
  const source = readFileSync(file, 'utf8');
  const imported = [...source.matchAll(ownImports)].map(([, path]) => `${join(dirname(file), path)}.ts`);
  let tables = tablesNamed.exec(source)?.[1];
  for (const helper of imported) tables ??= tablesOf(helper, depth + 1);
  known.set(file, tables);
  return tables;
};

const grouped = (tests) => {
  const groups = new Map();
  for (const test of tests) {
    const isSmall = /\.(?:unit|law)\.spec\.ts$/u.test(test.path);
    const tables = isSmall ? 'none, short' : (tablesOf(test.path) ?? 'none');
    groups.set(tables, [...(groups.get(tables) ?? []), test]);
  }
  return groups;
};

const ranks = ['none', 'none, short'];

/** @public Jest makes it. */
export default class Sequencer extends Usual {
  sort(tests) {
    const groups = [...grouped(super.sort([...tests]))];
    groups.sort(([a, its], [b, others]) => ranks.indexOf(a) - ranks.indexOf(b) || others.length - its.length);
    const inOrder = groups.flatMap(([, files]) => files);
    return [
      ...inOrder.filter((test) => this.hasFailed(test)),
      ...inOrder.filter((test) => !this.hasFailed(test)),
    ];
  }
}
