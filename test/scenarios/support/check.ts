import type { MemoryView, RecallAnswer } from '#contracts';
import { memoriesOf, under } from '../../support/world.js';
import type { Ask, ExpectedFact } from './scenario.js';

const has = (text: string, fragment: string): boolean => text.toLowerCase().includes(fragment.toLowerCase());
const hasAll = (text: string, fragments: readonly string[]): boolean =>
  fragments.every((fragment) => has(text, fragment));

const linesOf = (context: string): readonly string[] =>
  context.split('\n').filter((line) => line.startsWith('- '));

const fits = (view: MemoryView, fact: ExpectedFact, idOf: ReadonlyMap<string, string | null>): boolean => {
  const subjects = view.subjects.map((subject) => subject.entity_id).sort();
  const about = fact.about?.map((key) => idOf.get(key) ?? 'unknown').sort();
  return (
    has(view.memory, fact.memory) &&
    (about === undefined || about.join() === subjects.join()) &&
    (fact.by === undefined || view.speaker?.entity_id === idOf.get(fact.by)) &&
    (fact.trust === undefined || view.trust === fact.trust) &&
    (fact.conflicts === undefined || view.conflicts_with.length > 0 === fact.conflicts)
  );
};

/** The first is there; the second, where it is there at all, comes later. */
const inOrder = (answer: RecallAnswer, [first, second]: readonly [string, string]): boolean => {
  const memories = memoriesOf(answer);
  const [at, then] = [first, second].map((fragment) => memories.findIndex((one) => has(one, fragment)));
  return at !== undefined && then !== undefined && at >= 0 && (then < 0 || at < then);
};

const told = (fact: ExpectedFact): string =>
  [
    `"${fact.memory}"`,
    ...(fact.about ? [`about ${fact.about.join('+')}`] : []),
    ...(fact.by ? [`by ${fact.by}`] : []),
    ...(fact.trust ? [fact.trust] : []),
    ...(fact.conflicts === undefined ? [] : [fact.conflicts ? 'in conflict' : 'undisputed']),
  ].join(' ');

const faultsUnder = (
  context: string,
  wanted: Readonly<Record<string, readonly string[]>> | undefined,
  isWanted: boolean,
): readonly string[] =>
  Object.entries(wanted ?? {}).flatMap(([heading, fragments]) => {
    const lines = under(context, heading).join('\n');
    return fragments
      .filter((fragment) => has(lines, fragment) !== isWanted)
      .map((fragment) => `${isWanted ? 'lacks' : 'has'} "${fragment}" under "${heading}"`);
  });

const headings =
  /^(?:## Relevant Context From Past Conversations|### (?:Your History|Public Knowledge From This Server|Shared Knowledge|Agent Notes)|#### .+'s shared context)$/u;

/** Whatever was said, a block is made of headings and lines, and belongs to whoever asked. */
const faultsOfShape = (
  ask: Ask,
  { context, scope }: RecallAnswer,
  idOf: ReadonlyMap<string, string | null>,
): readonly string[] => [
  ...context
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('- ') && !headings.test(line))
    .map((line) => `has a stray line ${JSON.stringify(line)}`),
  ...(scope !== null && scope.user_id !== idOf.get(ask.viewer) ? ['is scoped to somebody else'] : []),
];

/** What an answer has and should not, or lacks and should have; nothing when it is as it must be. */
export const faultsOf = (
  ask: Ask,
  answer: RecallAnswer,
  bytes: string,
  idOf: ReadonlyMap<string, string | null>,
): readonly string[] => {
  const { context, results } = answer;
  const heard = [context, ...memoriesOf(answer)].join('\n');
  const lines = linesOf(context);
  const oneLine = (fragments: readonly string[]): boolean => lines.some((line) => hasAll(line, fragments));
  return [
    ...(ask.inc ?? []).filter((fragment) => !has(heard, fragment)).map((fragment) => `lacks "${fragment}"`),
    ...(ask.exc ?? []).filter((fragment) => has(bytes, fragment)).map((fragment) => `has "${fragment}"`),
    ...faultsUnder(context, ask.incUnder, true),
    ...faultsUnder(context, ask.excUnder, false),
    ...(ask.line ?? []).filter((one) => !oneLine(one)).map((one) => `lacks a line of ${JSON.stringify(one)}`),
    ...(ask.noLine ?? []).filter(oneLine).map((one) => `has a line of ${JSON.stringify(one)}`),
    ...(ask.facts ?? [])
      .filter((fact) => !results.some((view) => fits(view, fact, idOf)))
      .map((fact) => `lacks the fact ${told(fact)}`),
    ...(ask.noFacts ?? [])
      .filter((fact) => results.some((view) => fits(view, fact, idOf)))
      .map((fact) => `has the fact ${told(fact)}`),
    ...(ask.order ?? []).filter((one) => !inOrder(answer, one)).map(([a, b]) => `has "${b}" before "${a}"`),
    ...faultsOfShape(ask, answer, idOf),
    ...(ask.empty && (results.length > 0 || context !== '') ? ['is not empty'] : []),
  ].map((fault) => `${ask.viewer} at ${ask.at ?? 'no place'} asked "${ask.q.slice(0, 60)}": ${fault}`);
};
