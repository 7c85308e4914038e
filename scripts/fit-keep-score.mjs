// Fits the weights of libs/extraction/data/keep-score.json to labelled lines, and says how it does on lines left out.
// node scripts/fit-keep-score.mjs [--write] [--show] [--strength 4]
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { builtScoring } from '../test/extraction/built-scoring.mjs';

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    strength: { type: 'string', default: '4' },
    show: { type: 'boolean', default: false },
  },
});
const { knownSets, labelledLines, windowOf } = await builtScoring();
const { clausesOf } = await import('../dist/libs/extraction/src/text/clauses.js');
const { readClause } = await import('../dist/libs/extraction/src/rules/statements/read-clause.js');
const { MentionResolver } = await import('../dist/libs/extraction/src/mentions/mention-resolver.js');

const lines = knownSets.flatMap((set) => labelledLines(set));

const examples = lines.flatMap((line, group) => {
  const { message, context } = windowOf(line);
  const who = new MentionResolver(message, context);
  let previous = null;
  const found = [];
  for (const read of clausesOf(line.text)) {
    const clause = { ...read, plainly: true };
    if (clause.doubtful) previous = null;
    else {
      const outcome = readClause(clause, who, previous, false);
      found.push(...outcome.statements);
      previous = outcome.subject ?? (clause.continues ? previous : null);
    }
    who.hear(clause.sentence, clause.tokens);
  }
  return found
    .filter((statement) => statement.finding.features !== undefined)
    .map((statement) => {
      const content = statement.content.toLowerCase();
      const kept = line.facts.some(({ gist }) => gist.every((part) => content.includes(part.toLowerCase())));
      // Lines with facts may hold more than their author listed: what is not listed there weighs half.
      return {
        group,
        kept,
        features: [...new Set(statement.finding.features)],
        weight: kept || line.facts.length === 0 ? 1 : 0.5,
        content: statement.content,
      };
    });
});

// Of real lines that may not be kept here, their features and what a reader said of them.
for (const [index, text] of (await readFile('test/extraction/judged.features.jsonl', 'utf8').catch(() => ''))
  .split('\n')
  .filter(Boolean)
  .entries()) {
  const { features, kept } = JSON.parse(text);
  examples.push({ group: lines.length + index, kept, features, weight: 1, content: '(real line)' });
}

const strength = Number(values.strength);
const fit = (rows) => {
  const counts = new Map();
  for (const { features } of rows)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const names = [...counts].filter(([, count]) => count >= 4).map(([name]) => name);
  const at = new Map(names.map((name, index) => [name, index]));
  const data = rows.map(({ features, kept, weight }) => ({
    on: features.flatMap((feature) => at.get(feature) ?? []),
    kept: kept ? 1 : 0,
    weight,
  }));
  const weights = new Float64Array(names.length);
  const squares = new Float64Array(names.length).fill(1e-8);
  let bias = 0;
  let biasSquare = 1e-8;
  for (let round = 0; round < 400; round += 1) {
    const slope = Float64Array.from(weights, (weight) => strength * weight);
    let biasSlope = 0;
    for (const { on, kept, weight } of data) {
      const sum = on.reduce((total, index) => total + weights[index], bias);
      const off = weight * (1 / (1 + Math.exp(-sum)) - kept);
      biasSlope += off;
      for (const index of on) slope[index] += off;
    }
    biasSquare += biasSlope ** 2;
    bias -= (0.3 * biasSlope) / Math.sqrt(biasSquare);
    for (let index = 0; index < weights.length; index += 1) {
      squares[index] += slope[index] ** 2;
      weights[index] -= (0.3 * slope[index]) / Math.sqrt(squares[index]);
    }
  }
  return { bias, weights: new Map(names.map((name, index) => [name, weights[index]])) };
};
const keepScore = ({ bias, weights }, features) =>
  1 / (1 + Math.exp(-features.reduce((total, feature) => total + (weights.get(feature) ?? 0), bias)));

// Every fifth line is left out in turn.
const judged = [];
for (let part = 0; part < 5; part += 1) {
  const model = fit(examples.filter(({ group }) => group % 5 !== part));
  for (const one of examples.filter(({ group }) => group % 5 === part))
    judged.push({ ...one, keepScore: keepScore(model, one.features) });
}
const positives = judged.filter(({ kept }) => kept).length;
console.log(
  `${lines.length} lines and real sentences, ${examples.length} plain sentences, ${positives} of them worth keeping`,
);
for (const bound of [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]) {
  const above = judged.filter((one) => one.keepScore >= bound);
  const right = above.filter(({ kept }) => kept).length;
  const fromEmpty = above.filter(({ kept, weight }) => !kept && weight === 1).length;
  console.log(
    `from ${bound}: precision ${((100 * right) / above.length).toFixed(1)}  recall ${((100 * right) / positives).toFixed(1)}  kept ${above.length}, of empty lines ${fromEmpty}`,
  );
}
if (values.show) {
  for (const one of judged
    .filter(({ kept, keepScore: w }) => kept !== w >= 0.5)
    .sort((a, b) => b.keepScore - a.keepScore))
    console.log(
      `${one.keepScore.toFixed(2)} ${one.kept ? 'KEEP' : one.weight === 1 ? 'junk' : 'extra'} ${one.content}`,
    );
}
const model = fit(examples);
if (values.write) {
  const path = 'libs/extraction/data/keep-score.json';
  const table = JSON.parse(await readFile(path, 'utf8'));
  const weights = Object.fromEntries(
    [...model.weights]
      .map(([name, weight]) => [name, Number(weight.toFixed(2))])
      .filter(([, weight]) => Math.abs(weight) >= 0.05)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  await writeFile(
    path,
    `${JSON.stringify({ ...table, bias: Number(model.bias.toFixed(2)), weights }, null, 2)}\n`,
  );
}
