import type { Terminal } from '../output/terminal.js';
import { hanging, oneLine, plural } from '../output/text.js';
import type { CheckedFact } from './checks.js';
import type { AnsweredQuestion, Played, ExplainedLine } from './play.js';
import { people, places, type PlaceKey } from './story.js';
import type { StoryPlace } from './story-types.js';

const whereOf = (key: PlaceKey): string => {
  const place: StoryPlace = places[key];
  const parent = Object.entries(places).find(([name]) => name === place.parent)?.[1];
  return place.type === 'dm' ? place.name : `in ${place.name}${parent ? ` of ${parent.name}` : ''}`;
};

export const openingText = ({ paint, width }: Terminal, played: Played, startMs: number): string => {
  const count = (type: string) => Object.values(places).filter((place) => place.type === type).length;
  const facts = `${plural(Object.keys(people).length, 'person', 'people')}, ${plural(count('workspace'), 'server')}, ${plural(count('dm'), 'private conversation')}: ${plural(played.events, 'event')} went in, ${plural(played.memories, 'memory', 'memories')} came out. Ready in ${(startMs / 1000).toFixed(1)} s, all in memory.`;
  return [paint.bold('Kith, in six questions'), hanging('', facts, width)].join('\n');
};

const withheldText = ({ paint, width }: Terminal, { line, rule }: ExplainedLine): string => {
  const text = `“${line.said}” ${paint.dim(`(${people[line.who].name}, ${whereOf(line.at)})`)} ${paint.yellow(rule)}`;
  return hanging(`   ${paint.red('withheld')}  `, text, width);
};

const answerLines = ({ paint, width }: Terminal, context: string): readonly string[] => {
  const lines = context.split('\n').filter((line) => line !== '' && !line.startsWith('## '));
  if (lines.length === 0) return [`   ${paint.green('answered')}  ${paint.dim('nothing')}`];
  const shown = lines
    // A section that only holds people's headings needs no line of its own.
    .filter((line, index) => !(line.startsWith('### ') && lines[index + 1]?.startsWith('#### ') === true))
    .map((line) => {
      if (line.startsWith('#')) return paint.cyan(oneLine(line.replace(/^#+ /u, '')));
      return line;
    });
  return shown.map((line, index) =>
    hanging(index === 0 ? `   ${paint.green('answered')}  ` : ' '.repeat(13), line, width),
  );
};

const checkText = ({ paint, width }: Terminal, { holds, says, why }: CheckedFact): string =>
  hanging(
    `   ${holds ? paint.green('✓') : paint.red('✗')} `,
    holds ? paint.dim(says) : `${says}: ${why}`,
    width,
  );

export const questionText = (
  terminal: Terminal,
  number: number,
  asked: AnsweredQuestion,
  checks: readonly CheckedFact[],
): string => {
  const { paint, width } = terminal;
  const { question, answer, verdicts } = asked;
  const name = question.who === 'tomas' ? 'Tomás' : people[question.who].name;
  const head = `${paint.bold(name)}, ${whereOf(question.at)}: ${paint.italic(`“${question.asks}”`)}`;
  return [
    hanging(`${paint.bold(String(number))}  `, head, width),
    ...answerLines(terminal, answer.context),
    ...verdicts
      .filter(({ decision }) => decision === 'deny')
      .map((verdict) => withheldText(terminal, verdict)),
    ...checks.map((one) => checkText(terminal, one)),
  ].join('\n');
};

/** Commands that work as they stand, from another terminal. */
export const nextText = ({ paint }: Terminal, url: string, key: string): string => {
  const port = new URL(url).port;
  const place = `discord:group:${places.general.id}`;
  return [
    `${paint.bold('It serves on')} ${paint.cyan(url)} ${paint.dim('until Ctrl-C. From another terminal, in this folder:')}`,
    `  export KITH_PORT=${port} KITH_OPERATOR_KEY=${key}`,
    `  npx kith recall "who built the creeper farm?" --as discord:${people.rain.id} --in ${place}`,
    `  npx kith recall "what am I up to?" --as discord:${people.jonas.id} --private --explain`,
    `  npx kith memories list --about SlashDaemon`,
    `  curl -s ${url}/v1/stats -H "Authorization: Bearer ${key}"`,
    `  ${paint.dim('and every endpoint, to try:')} ${url}/docs`,
  ].join('\n');
};
