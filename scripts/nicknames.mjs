// Writes libs/identity/data/nicknames.json: the short and pet forms of each given name.
// Take names.csv of github.com/carltonnorthern/nicknames (Apache-2.0), then: node scripts/nicknames.mjs <names.csv>
import { readFile, writeFile } from 'node:fs/promises';

const [csv] = process.argv.slice(2);
if (csv === undefined) throw new Error('say where names.csv is');
const nicknamesOf = new Map();
for (const line of (await readFile(csv, 'utf8')).split('\n').slice(1)) {
  const [name = '', relation, nickname = ''] = line.trim().toLowerCase().split(',');
  if (relation !== 'has_nickname' || !/^\p{L}{2,}$/u.test(name) || !/^\p{L}{2,}$/u.test(nickname)) continue;
  nicknamesOf.set(name, [...(nicknamesOf.get(name) ?? []), nickname]);
}
const table = Object.fromEntries(
  [...nicknamesOf]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, all]) => [name, [...new Set(all)].sort().join(' ')]),
);
await writeFile(
  new URL('../libs/identity/data/nicknames.json', import.meta.url),
  `${JSON.stringify(table, null, 2)}\n`,
);
