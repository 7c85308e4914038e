// Fits the weights of a score (libs/retrieval/src/score.ts) to questions of test/quality/sets/facts, and prints what each floor and share of the best shows.
// npm run build && node scripts/fit-answers.mjs [--by-kind] [--floor .06 --share .3]
// Each store's questions are scored by weights fitted to the other stores. Never run it on held.jsonl: what is fitted to is no longer held back.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BundledEmbedder } from '../dist/libs/embeddings/src/index.js';
import { findPeopleAskedAbout, metBy, readQuestion } from '../dist/libs/retrieval/src/index.js';

const { values } = parseArgs({
  options: {
    'by-kind': { type: 'boolean', default: false },
    floor: { type: 'string' },
    share: { type: 'string' },
  },
});
const folder = new URL('../test/quality/sets/facts/', import.meta.url).pathname;
const linesOf = (file) =>
  readFileSync(folder + file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const questions = linesOf('dev.jsonl');
const wanted = new Set(questions.map(({ store }) => store));
const stores = new Map(
  linesOf('stores.jsonl')
    .filter(({ store }) => wanted.has(store))
    .map((store) => [store.store, store]),
);

const embedder = new BundledEmbedder({ threads: 1 });
const embed = async (texts, kind) => {
  const parts = [];
  for (let at = 0; at < texts.length; at += 50)
    parts.push(await embedder.embed(texts.slice(at, at + 50), kind));
  return parts.flatMap((part) => [...part]);
};
const cosine = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);

/** As apps/recall does for facts of one place: whom a fact is about, of those whom the question asks for. */
const aboutOf = (people, viewer, fact) => {
  const subjects = people.asked.filter(({ role }) => role === 'subject').map(({ entityId }) => entityId);
  const isAbout = (ids) => fact.subjects.some((id) => ids.includes(id));
  if (people.saidBy.length > 0 && !people.saidBy.includes(fact.speaker)) return 'wrong';
  if (subjects.length > 0) return isAbout(subjects) ? 'asked' : 'wrong';
  if (people.saidBy.length > 0) {
    if (!people.attribution) return 'anybody';
    const ofAll = !people.aboutSelf || people.saidBy.includes(viewer);
    return ofAll || isAbout([viewer]) ? 'asked' : 'wrong';
  }
  if (!people.aboutSelf) return 'anybody';
  if (isAbout([viewer])) return 'own';
  if (people.attribution) return 'wrong';
  return fact.subjects.length === 0 || fact.speaker === viewer
    ? fact.subjects.length === 0
      ? 'anybody'
      : 'others'
    : 'wrong';
};

const asked = [];
for (const store of stores.values()) {
  const people = store.people.map(({ id, name, handle }) => ({ entityId: id, names: [name, handle] }));
  const told = await embed(
    store.facts.map(({ text }) => text),
    'document',
  );
  const own = questions.filter((one) => one.store === store.store);
  const vectors = await embed(
    own.map(({ question }) => question),
    'query',
  );
  own.forEach(({ question, viewer, kind, gold }, index) => {
    const who = findPeopleAskedAbout(question, people, [viewer]);
    const read = readQuestion(question, who.residualQuery);
    asked.push({
      store: store.store,
      kind,
      question,
      gold: gold.length,
      rows: store.facts.map((fact, at) => {
        const about = aboutOf(who, viewer, fact);
        return {
          text: fact.text,
          isGold: gold.includes(fact.id),
          isFixed: about === 'wrong' || (who.attribution && about !== 'anybody'),
          score: about === 'wrong' ? 0 : 1,
          signs: {
            similarity: Math.max(0, cosine(vectors[index], told[at])),
            ...metBy(read, fact.text),
            aboutPerson: about === 'asked' || about === 'own' ? 1 : 0,
            others: about === 'others' ? 1 : 0,
          },
        };
      }),
    });
  });
}
await embedder.close();

const names = Object.keys(asked[0].rows[0].signs);
const chance = (sum) => 1 / (1 + Math.exp(-sum));
const sumOf = (weights, signs) =>
  names.reduce((sum, name, at) => sum + weights[at + 1] * signs[name], weights[0]);

/** Gauss: the step that solves `matrix * step = right`. */
const solve = (matrix, right) => {
  const rows = matrix.map((row, at) => [...row, right[at]]);
  rows.forEach((pivot, at) => {
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[at] / pivot[at];
      for (let column = at; column < row.length; column += 1) row[column] -= factor * pivot[column];
    }
  });
  return rows.map((row, at) => row.at(-1) / row[at]);
};

/** Newton's method, to the bottom: slopes followed for some hundred rounds left the weight of similarity at half of what it is. */
const fit = (rows) => {
  const examples = rows.map(({ signs, isGold }) => ({
    on: [1, ...names.map((name) => signs[name])],
    isGold,
  }));
  const size = names.length + 1;
  let weights = Array.from({ length: size }, () => 0);
  for (let round = 0; round < 12; round += 1) {
    const strength = weights.map((_, at) => (at === 0 ? 1e-6 : 0.3));
    const slope = weights.map((weight, at) => strength[at] * weight);
    const curve = weights.map((_, at) => weights.map((__, other) => (at === other ? strength[at] : 0)));
    for (const { on, isGold } of examples) {
      const likely = chance(on.reduce((sum, value, at) => sum + weights[at] * value, 0));
      for (let at = 0; at < size; at += 1) {
        if (on[at] === 0) continue;
        slope[at] += (likely - (isGold ? 1 : 0)) * on[at];
        for (let other = 0; other < size; other += 1)
          curve[at][other] += likely * (1 - likely) * on[at] * on[other];
      }
    }
    const step = solve(curve, slope);
    weights = weights.map((weight, at) => weight - step[at]);
  }
  return weights;
};
const fitted = (of) => fit(of.flatMap(({ rows }) => rows.filter(({ isFixed }) => !isFixed)));
for (const store of stores.keys()) {
  const weights = fitted(asked.filter((one) => one.store !== store));
  for (const one of asked.filter((other) => other.store === store))
    for (const row of one.rows) if (!row.isFixed) row.score = chance(sumOf(weights, row.signs));
}
const weights = fitted(asked);
console.log(['bias', ...names].map((name, at) => `${name} ${weights[at].toFixed(2)}`).join(', '));

const share = (part, whole) => (whole === 0 ? '' : +(part / whole).toFixed(3));
const figures = (floor, ofBest, of) => {
  let found = 0;
  let hits = 0;
  let gold = 0;
  let none = 0;
  let empty = 0;
  for (const one of of) {
    const best = Math.max(...one.rows.map(({ score }) => score));
    const shown = one.rows
      .filter(({ score }) => score >= Math.max(floor, ofBest * best))
      .sort((a, b) => b.score - a.score)
      .slice(0, 10);
    found += shown.length;
    hits += shown.filter(({ isGold }) => isGold).length;
    gold += one.gold;
    if (one.gold === 0) none += 1;
    if (one.gold === 0 && shown.length === 0) empty += 1;
  }
  return {
    precision: share(hits, found),
    recall: share(hits, gold),
    'empty where right': share(empty, none),
  };
};
const floors = [0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.1, 0.12];
const shares = [0, 0.2, 0.3, 0.4, 0.5];
console.table(
  floors.flatMap((floor) =>
    shares.map((ofBest) => ({ floor, share: ofBest, ...figures(floor, ofBest, asked) })),
  ),
);
if (values['by-kind'] || values.floor !== undefined) {
  const floor = Number(values.floor ?? 0.05);
  const ofBest = Number(values.share ?? 0.4);
  console.table(
    [...new Set(asked.map(({ kind }) => kind)), 'all'].map((kind) => ({
      kind,
      ...figures(
        floor,
        ofBest,
        asked.filter((one) => kind === 'all' || one.kind === kind),
      ),
    })),
  );
}
