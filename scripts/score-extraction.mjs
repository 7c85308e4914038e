// Scores the rules extractor on the labelled lines; --misses prints what the lines that are worked with got wrong.
// node scripts/score-extraction.mjs [--misses] [--repeat 20]
import { parseArgs } from 'node:util';
import { builtScoring } from '../test/extraction/built-scoring.mjs';

const { values } = parseArgs({
  options: { misses: { type: 'boolean', default: false }, repeat: { type: 'string', default: '20' } },
});
const { RulesExtractor } = await import('../dist/libs/extraction/src/index.js');
const { heldBackSets, knownSets, labelledLines, scoreOf, windowOf } = await builtScoring();

const extractor = new RulesExtractor();
const { signal } = new AbortController();
const percent = (value) => `${(value * 100).toFixed(1)}%`;
const tell = (name, score) =>
  console.log(
    `${name}: ${score.lines} lines · precision ${percent(score.precision)} · recall ${percent(score.recall)} · attribution ${percent(score.attribution)} · type ${percent(score.type)} · sensitivity ${percent(score.sensitivity)}`,
  );
for (const set of knownSets) {
  const score = await scoreOf(extractor, labelledLines(set), 0.7);
  tell(set, score);
  if (values.misses)
    for (const name of ['missed', 'invented', 'wrong'])
      console.log(`\n${name}\n${score[name].map((line) => `  ${line}`).join('\n')}`);
}
for (const set of heldBackSets) tell(`${set} (held back)`, await scoreOf(extractor, labelledLines(set), 0.7));

const windows = [...knownSets, ...heldBackSets].flatMap((set) => labelledLines(set)).map(windowOf);
const batch = Array.from({ length: Number(values.repeat) }, () => windows).flat();
await extractor.extract(windows, signal);
const began = process.cpuUsage();
await extractor.extract(batch, signal);
const spent = process.cpuUsage(began);
console.log(
  `${Math.round(batch.length / ((spent.user + spent.system) / 1e6))} messages/s of processor time (labelled lines: every second one holds a fact)`,
);
