// Scores the rules extractor on the labelled lines; --misses prints what the seen half got wrong.
// node scripts/score-extraction.mjs [--misses] [--repeat 20]
import { transformFile } from '@swc/core';
import { mkdir, writeFile, copyFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { misses: { type: 'boolean', default: false }, repeat: { type: 'string', default: '20' } },
});
await mkdir('dist/test/extraction', { recursive: true });
const { code } = await transformFile('test/extraction/scoring.ts');
await writeFile('dist/test/extraction/scoring.js', code);
for (const half of ['seen', 'unseen'])
  await copyFile(`test/extraction/labelled.${half}.jsonl`, `dist/test/extraction/labelled.${half}.jsonl`);
const { RulesExtractor } = await import('../dist/libs/extraction/src/index.js');
const { labelledLines, scoreOf, windowOf } = await import('../dist/test/extraction/scoring.js');

const extractor = new RulesExtractor();
for (const half of ['seen', 'unseen']) {
  const score = await scoreOf(extractor, labelledLines(half), 0.7);
  const percent = (value) => `${(value * 100).toFixed(1)}%`;
  console.log(
    `${half}: ${score.lines} lines · precision ${percent(score.precision)} · recall ${percent(score.recall)} · attribution ${percent(score.attribution)} · type ${percent(score.type)} · sensitivity ${percent(score.sensitivity)}`,
  );
  if (values.misses && half === 'seen')
    for (const name of ['missed', 'invented', 'wrong'])
      console.log(`\n${name}\n${score[name].map((line) => `  ${line}`).join('\n')}`);
}
const windows = ['seen', 'unseen'].flatMap((half) => labelledLines(half)).map(windowOf);
const batch = Array.from({ length: Number(values.repeat) }, () => windows).flat();
await extractor.read(windows);
const began = process.cpuUsage();
await extractor.read(batch);
const spent = process.cpuUsage(began);
console.log(
  `${Math.round(batch.length / ((spent.user + spent.system) / 1e6))} messages/s of processor time (labelled lines: every second one holds a fact)`,
);
