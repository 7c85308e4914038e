// Fits the weights of libs/safety/data/sensitivity-model.json to labelled lines, and says how they do on hands left out.
// npm run build && node scripts/fit-sensitivity.mjs [--write] [--misses]
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    /** Fits and writes, and says nothing of hands left out. */
    quick: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    threshold: { type: 'string', default: '-0.35' },
    strength: { type: 'string', default: '15' },
  },
});
const version = 'said-1';
const target = 'libs/safety/data/sensitivity-model.json';
const safety = '../dist/libs/safety/src/sensitivity';
const { buckets, featuresOf, kinds, kindsOf } = await import(`${safety}/opinion/features.js`);
const { windowsOf } = await import(`${safety}/opinion/windows.js`);
const { sensitivityOf } = await import(`${safety}/sensitivity.js`);

const jsonLines = async (path) =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Which categories there are, and how grave each is (docs/adr). */
const sensitivityOfCategory = {
  health: 2,
  mental_health: 2,
  reproduction: 2,
  sexuality: 2,
  relationship: 1,
  violence: 2,
  addiction: 2,
  crime_legal: 2,
  money: 2,
  work: 1,
  death: 1,
  belief_origin: 2,
  other: 2,
};
/** As the lists of words call them. */
const nameOf = {
  mental_health: 'mental-health',
  reproduction: 'pregnancy',
  violence: 'abuse',
  crime_legal: 'legal',
  work: 'job-search',
  death: 'family',
  belief_origin: 'religion-or-origin',
  other: 'private-life',
};

const folder = 'test/quality/sets/sensitivity';
const spoken = (
  await Promise.all(
    (await readdir(folder))
      .filter((name) => /^fit\..*\.jsonl$/u.test(name))
      .sort()
      .map((name) => jsonLines(`${folder}/${name}`)),
  )
).flat();
/** What the labelled lines of extraction tell: ordinary is what neither their authors nor the lists found anything in. */
const ordinary = (
  await Promise.all(
    ['everyday', 'household', 'mixed', 'projects', 'seen', 'social', 'status', 'technical', 'work'].map(
      async (set) =>
        (await jsonLines(`test/extraction/labelled.${set}.jsonl`)).map((line, index) => ({
          ...line,
          hand: `${set} ${index % 12}`,
        })),
    ),
  )
)
  .flat()
  .filter(({ facts, text }) => facts.every(({ rank }) => !rank) && sensitivityOf(text).sensitivity === 0)
  .map(({ text, hand }) => ({ text, hand, kind: 'ordinary', sensitive: false, category: 'none' }));
const lines = [...spoken, ...ordinary];

// The same numbers on any machine: no clock, no chance but this.
const chance = (seed) => () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;

const tableRows = (rows, size, places, least) => {
  const met = new Uint32Array(size);
  for (const row of rows) for (const place of places(row)) met[place] += 1;
  const rarity = Float64Array.from(met, (count) =>
    count < least ? 0 : (Math.log((rows.length + 1) / (count + 1)) + 1) / 5,
  );
  return {
    rarity,
    of: (row) => {
      const all = places(row);
      return [...all].flatMap((place) =>
        rarity[place] > 0 ? [[place, rarity[place] / Math.sqrt(all.size)]] : [],
      );
    },
  };
};

/** Logistic regression of each row's `is` on its places, by steps that grow smaller. */
const fitted = (rows, sizes, strength, rounds) => {
  const weights = sizes.map((size) => new Float64Array(size));
  const means = sizes.map((size) => new Float64Array(size));
  let bias = 0;
  let meanBias = 0;
  const shrink = 1 / (strength * rows.length);
  const next = chance(7);
  const order = rows.map((_, index) => index);
  let factor = 1;
  let step = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (let i = order.length - 1; i > 0; i -= 1) {
      const j = Math.floor(next() * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    for (const index of order) {
      const { parts, is, weight } = rows[index];
      const rate = 1 / (shrink * (step + 4 / shrink / 16));
      step += 1;
      let sum = bias;
      parts.forEach((part, table) => {
        for (const [place, value] of part) sum += weights[table][place] * factor * value;
      });
      const pull = weight * (1 / (1 + Math.exp(-sum)) - is);
      factor *= 1 - rate * shrink;
      parts.forEach((part, table) => {
        for (const [place, value] of part) weights[table][place] -= (rate * pull * value) / factor;
      });
      bias -= rate * pull * 0.1;
    }
    for (const table of weights) for (let place = 0; place < table.length; place += 1) table[place] *= factor;
    factor = 1;
    // The last step of each row pulls at the weights: their mean over many rounds does not depend on which came last.
    if (round >= rounds / 2) {
      meanBias += bias / (rounds / 2);
      weights.forEach((table, index) => {
        for (let place = 0; place < table.length; place += 1)
          means[index][place] += table[place] / (rounds / 2);
      });
    }
  }
  return { weights: means, bias: meanBias };
};

const weightOf = (line) => (line.kind === 'ordinary' ? 0.5 : 1);
const fitLines = (some) => {
  const features = some.map(({ text }) => featuresOf(text));
  const words = tableRows(features, buckets, (row) => row.words, 1);
  const letters = tableRows(features, buckets, (row) => row.letters, 2);
  const rows = features.map((row, index) => ({
    parts: [words.of(row), letters.of(row)],
    is: some[index].sensitive ? 1 : 0,
    weight: weightOf(some[index]),
  }));
  const { weights, bias } = fitted(rows, [buckets, buckets], Number(values.strength), 40);
  const folded = [words, letters].map(({ rarity }, table) =>
    weights[table].map((weight, place) => weight * rarity[place]),
  );
  const scale = stepOf(folded.flatMap((table) => [...table]));
  return { bias, scale, words: stepped(folded[0], scale), letters: stepped(folded[1], scale) };
};
/** The few largest are cut, so that the steps of the others are fine. */
const stepOf = (weights) => {
  const sizes = weights
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length * 0.9995)] / 127;
};
const stepped = (weights, scale) =>
  Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale))));

const sumOf = (weights, places) =>
  [...places].reduce((sum, place) => sum + weights[place], 0) / Math.sqrt(places.size || 1);
const scoreOf = ({ bias, scale, words, letters }, text) => {
  const row = featuresOf(text);
  return bias + scale * (sumOf(words, row.words) + sumOf(letters, row.letters));
};
const highest = (model, text) =>
  Math.max(-99, ...windowsOf(text).map((window) => scoreOf(model, window.text)));

const fitKinds = (some) => {
  const delicate = some.filter(({ sensitive, category }) => sensitive && category in sensitivityOfCategory);
  const features = delicate.map(({ text }) => kindsOf(text));
  const table = tableRows(features, kinds, (row) => row, 1);
  const found = Object.entries(sensitivityOfCategory).map(([category, sensitivity]) => {
    const rows = features.map((row, index) => ({
      parts: [table.of(row)],
      is: delicate[index].category === category ? 1 : 0,
      weight: 1,
    }));
    const { weights, bias } = fitted(rows, [kinds], 60, 40);
    return {
      category: nameOf[category] ?? category,
      sensitivity,
      bias,
      weights: weights[0].map((weight, place) => weight * table.rarity[place]),
    };
  });
  const kindScale = stepOf(found.flatMap(({ weights }) => [...weights]));
  return {
    kindScale,
    categories: found.map((one) => ({ ...one, weights: stepped(one.weights, kindScale) })),
  };
};

const percent = (part, all) => `${((100 * part) / (all || 1)).toFixed(1)} %`.padStart(7);
const folds = 6;
const leftOut = () => {
  const hands = [...new Set(lines.map(({ hand }) => hand))];
  const foldOf = new Map(hands.map((hand, index) => [hand, index % folds]));
  return Array.from({ length: folds }, (_, fold) => {
    const rest = lines.filter(({ hand }) => foldOf.get(hand) !== fold);
    const model = fitLines(rest);
    const { kindScale, categories } = fitKinds(rest);
    return lines
      .filter(({ hand }) => foldOf.get(hand) === fold)
      .map((line) => {
        const places = kindsOf(line.text);
        const scored = categories.map((one) => ({
          ...one,
          weight: Math.exp(one.bias + kindScale * sumOf(one.weights, places)),
        }));
        const all = scored.reduce((sum, { weight }) => sum + weight, 0);
        const grave =
          scored.reduce((sum, { weight, sensitivity }) => sum + (sensitivity === 2 ? weight : 0), 0) / all;
        const first = scored.reduce((best, one) => (one.weight > best.weight ? one : best));
        return {
          ...line,
          score: highest(model, line.text),
          byWords: sensitivityOf(line.text).sensitivity,
          grave,
          named: first.category,
        };
      });
  }).flat();
};

const judged = values.quick ? [] : leftOut();
const threshold = Number(values.threshold);
console.log(
  `${lines.length} lines (${spoken.length} written for this), by ${new Set(spoken.map(({ hand }) => hand)).size} hands; each judged by weights that saw none of its hand`,
);
console.log('from on     delicate kept back          ordinary kept back by the weights alone, of kinds');
const of = (kind) => judged.filter((line) => (kind === 'sensitive' ? line.sensitive : line.kind === kind));
for (const at of [-1.5, -1.25, -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 1])
  console.log(
    String(at).padEnd(6),
    percent(of('sensitive').filter(({ score }) => score >= at).length, of('sensitive').length),
    'with words',
    percent(
      of('sensitive').filter(({ score, byWords }) => score >= at || byWords > 0).length,
      of('sensitive').length,
    ),
    ...['plain', 'near', 'general', 'ordinary'].map(
      (kind) => `  ${kind} ${percent(of(kind).filter(({ score }) => score >= at).length, of(kind).length)}`,
    ),
  );
console.log(`\nat ${threshold}, by category: weights, with words, named right, as grave as it is`);
for (const category of Object.keys(sensitivityOfCategory)) {
  const its = judged.filter((line) => line.sensitive && line.category === category);
  const name = nameOf[category] ?? category;
  const grave = sensitivityOfCategory[category] === 2;
  console.log(
    category.padEnd(16),
    String(its.length).padStart(4),
    percent(its.filter(({ score }) => score >= threshold).length, its.length),
    percent(its.filter(({ score, byWords }) => score >= threshold || byWords > 0).length, its.length),
    percent(its.filter(({ named }) => named === name).length, its.length),
    percent(its.filter((line) => line.grave > 0.35 === grave).length, its.length),
  );
}
if (values.misses) {
  for (const line of of('sensitive').filter(({ score, byWords }) => score < threshold && byWords === 0))
    console.log('missed', line.category, line.score.toFixed(2), line.text);
  for (const kind of ['plain', 'near', 'general', 'ordinary'])
    for (const line of of(kind).filter(({ score }) => score >= threshold))
      console.log('false', kind, line.score.toFixed(2), line.text);
}
if (values.write) {
  const model = fitLines(lines);
  const { kindScale, categories } = fitKinds(lines);
  const hash = createHash('sha256').update(model.words).update(model.letters);
  for (const { weights } of categories) hash.update(weights);
  const text = (weights) => Buffer.from(weights.buffer).toString('base64');
  const written = {
    version,
    sha256: hash.digest('hex'),
    threshold,
    bias: model.bias,
    scale: model.scale,
    words: text(model.words),
    letters: text(model.letters),
    kindScale,
    categories: categories.map((one) => ({
      category: one.category,
      sensitivity: one.sensitivity,
      bias: one.bias,
      weights: text(one.weights),
    })),
  };
  await writeFile(target, `${JSON.stringify(written, null, 2)}\n`);
  console.log(`wrote ${target}: ${Buffer.byteLength(JSON.stringify(written))} bytes`);
}
