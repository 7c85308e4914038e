import type { Comparison, ComparedFact, ComparedReading } from '../context.js';
import type { Terminal } from './terminal.js';
import { grouped, hanging, oneLine, plural } from './text.js';

const told = ({ content, about }: ComparedFact): string =>
  about.length === 0 ? oneLine(content) : `${oneLine(about.join(' / '))}: ${oneLine(content)}`;

/** Each line with who found it. */
const linesOf = ({ paint }: Terminal, one: ComparedReading): readonly (readonly [string, string])[] => [
  ...one.both.map((fact) => [paint.green('both   '), told(fact)] as const),
  ...one.rules.map((fact) => [paint.cyan('rules  '), told(fact)] as const),
  ...one.model.map((fact) => [paint.yellow('model  '), told(fact)] as const),
  ...one.pending.map((fact) => [paint.magenta('pending'), told(fact)] as const),
  ...one.refused.map(
    ({ content, reason }) => [paint.red('refused'), `${oneLine(content)} (${reason})`] as const,
  ),
];

const counted = (words: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([word, count]) => `${word} ${String(count)}`)
    .join(', ');
};

/** Message by message where somebody found something, and the sums. */
export const comparison = (terminal: Terminal, { model, messages, tokens }: Comparison): string => {
  const { paint, width } = terminal;
  const talked = messages.flatMap((one) => {
    const lines = linesOf(terminal, one);
    if (lines.length === 0) return [];
    const where = oneLine(`${one.place ?? 'a place without a name'}, ${one.author}`);
    return [
      [
        hanging(`${paint.bold(where)}  `, oneLine(one.text), width),
        ...lines.map(([lead, text]) => hanging(`  ${lead} `, text, width)),
      ].join('\n'),
    ];
  });
  const sum = (of: (one: ComparedReading) => readonly unknown[]): number =>
    messages.reduce((total, one) => total + of(one).length, 0);
  const reasons = messages.flatMap(({ refused }) => refused.map(({ reason }) => reason));
  return [
    ...talked,
    [
      `${plural(messages.length, 'message')}, rules and ${model}: both ${grouped(sum((one) => one.both))}, rules alone ${grouped(sum((one) => one.rules))}, the model alone ${grouped(sum((one) => one.model))}, pending ${grouped(sum((one) => one.pending))}, refused ${grouped(reasons.length)}.`,
      ...(reasons.length > 0 ? [`Refused: ${counted(reasons)}.`] : []),
      `${plural(tokens.requests, 'request')}, ${grouped(tokens.input)} tokens in, ${grouped(tokens.output)} out. Nothing was kept.`,
    ].join('\n'),
  ].join('\n\n');
};
