// node scripts/why-silent.mjs < lines ("Ana: text", a blank line between conversations): for each clause the stage that
// dropped it, and its reason. Reads the build in dist.
import { readFileSync } from 'node:fs';
const at = (path) => import(new URL(`../dist/libs/extraction/src/${path}`, import.meta.url).href);
const { RulesExtractor } = await at('index.js');
const { context } = await at('testing/reading.js');
const { clausesOf, stripFillers } = await at('text/clauses.js');
const { predicateAt } = await at('grammar/predicate.js');
const { complementOf } = await at('grammar/object.js');
const { framed } = await at('rules/frames/index.js');
const { readsAlone } = await at('rules/alone.js');
const { mayState } = await at('rules/prefilter.js');
const { featuresOf } = await at('rules/plain/features.js');
const { keepScoreOf } = await at('rules/plain/keep-score.js');
const { isPassing } = await at('rules/plain/passing.js');
const { plainOf } = await at('rules/plain/plain.js');
const { keepScoreTable } = await at('words/lexicon.js');

const aboutOf = (first) =>
  first === 'i' ? 'self' : first === 'we' ? 'we' : first === 'my' ? 'mine' : 'elided';
const heaviest = (features) =>
  [...new Set(features)]
    .map((name) => [name, keepScoreTable.weights[name] ?? 0])
    .filter(([, weight]) => Math.abs(weight) > 0.25)
    .sort(([, one], [, other]) => one - other)
    .map(([name, weight]) => `${name} ${weight.toFixed(2)}`)
    .join(', ');
const reasonOf = (clause) => {
  const tokens = stripFillers(clause.tokens);
  if (clause.doubtful) return 'doubtful: asked, supposed or subordinate';
  const found = [0, 1, 2, 3, 4].map((from) => predicateAt(tokens, from)).find((p) => p !== null);
  if (!found) return 'grammar: no verb group';
  const c = complementOf(found.rest);
  const group = `${found.tense} ${found.negated ? 'not ' : ''}"${found.lemma}" + "${c.text}"`;
  if (c.deictic) return `grammar: points at what was said before: ${group}`;
  if (!readsAlone(found, c)) return `gate alone: ${group}`;
  const frame = framed({ p: found, c, self: true, told: false });
  const about = aboutOf(tokens[0]?.lower ?? '');
  const said = { about, subject: [], p: found, c, clause };
  const features = featuresOf(said);
  const score = `score ${keepScoreOf(features).toFixed(2)} as ${about} (${heaviest(features)})`;
  const framing = frame ? `frame ${frame.frame} ${frame.finding.confidence.toFixed(2)}` : 'no frame';
  const passing = isPassing(said, features)
    ? 'passing, '
    : plainOf(said) === null
      ? 'no plain sentence, '
      : '';
  return `${group}: ${framing}; ${passing}${score}`;
};

const rules = new RulesExtractor();
for (const talk of readFileSync(0, 'utf8').split(/\n\s*\n/u)) {
  const lines = talk
    .trim()
    .split('\n')
    .map((line) => /^(?:(\w+): )?(.*)$/u.exec(line))
    .map(([, who = 'Ana', text]) => ({ who, text }));
  const people = [...new Set(lines.map(({ who }) => who))].map((name) => ({
    entityId: name.toLowerCase(),
    kind: 'human',
    names: [{ text: name, kind: 'display_name' }],
    knownSince: new Date(0),
  }));
  const before = [];
  for (const [index, { who, text }] of lines.entries()) {
    const message = {
      recordId: `r${String(index)}`,
      messageId: `m${String(index)}`,
      authorId: who.toLowerCase(),
      authorKind: 'human',
      text,
      sentAt: new Date(Date.UTC(2026, 10, 6, 10, index)),
      replyTo: null,
      mentionIds: [],
    };
    const known = context({ people, before: before.slice(-10) });
    const [{ facts }] = await rules.extract([{ message, context: known }], new AbortController().signal);
    before.push(message);
    console.log(`${who}: ${text}`);
    for (const { content, pattern, confidence } of facts)
      console.log(
        `   ${confidence < 0.7 ? 'weak' : 'FACT'} ${content} {${pattern} ${confidence.toFixed(2)}}`,
      );
    if (!mayState(text)) console.log('   prefilter: not parsed');
    for (const clause of clausesOf(text))
      console.log(`   "${clause.tokens.map(({ text: word }) => word).join(' ')}": ${reasonOf(clause)}`);
  }
}
