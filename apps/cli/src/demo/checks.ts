import type { RecallAnswer } from '#contracts';
import type { AnsweredQuestion, Learned } from './play.js';
import type { Expectation } from './story-types.js';

export interface CheckedFact {
  readonly holds: boolean;
  readonly says: string;
  /** Why it does not hold; empty when it does. */
  readonly why: string;
}

/** Lines of the block that stand under `### Your History`. */
export const ownHistoryOf = (context: string): readonly string[] => {
  const lines = context.split('\n');
  const start = lines.indexOf('### Your History');
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('### '));
  return (end < 0 ? rest : rest.slice(0, end)).filter((line) => line.startsWith('- '));
};

const idsOf = (learned: readonly Learned[], line: string): readonly string[] =>
  learned.find((one) => one.line === line)?.memories.map(({ id }) => id) ?? [];

const isReturned = (answer: RecallAnswer, ids: readonly string[]): boolean =>
  answer.results.some(({ id }) => ids.includes(id));

const whyNot = (
  fact: Expectation,
  { answer, verdicts }: AnsweredQuestion,
  learned: readonly Learned[],
): string => {
  switch (fact.kind) {
    case 'returned': {
      const ids = idsOf(learned, fact.line);
      if (ids.length === 0) return `nothing was learned from the line "${fact.line}"`;
      return isReturned(answer, ids) ? '' : `the line "${fact.line}" did not come back`;
    }
    case 'withheld': {
      const ids = idsOf(learned, fact.line);
      if (ids.length === 0)
        return `nothing was learned from the line "${fact.line}", so nothing could be withheld`;
      if (isReturned(answer, ids)) return `the line "${fact.line}" came back`;
      const allowed = verdicts.find(({ line, decision }) => line.line === fact.line && decision === 'allow');
      return allowed ? `the line "${fact.line}" would have been allowed by ${allowed.rule}` : '';
    }
    case 'own-history-without': {
      const own = ownHistoryOf(answer.context);
      const taken = fact.lines
        .flatMap((line) => learned.find((one) => one.line === line)?.memories ?? [])
        .find(({ words }) => words !== null && own.some((line) => line.startsWith(`- ${words}`)));
      return taken ? `"${taken.words ?? ''}" stands under the asker's own history` : '';
    }
    case 'context':
      if (!answer.context.includes(fact.has)) return `the answer does not say "${fact.has}"`;
      return answer.context.includes(fact.lacks) ? `the answer says "${fact.lacks}"` : '';
  }
};

/** The expectations of a question, each as a checked fact. */
export const check = (asked: AnsweredQuestion, learned: readonly Learned[]): readonly CheckedFact[] =>
  asked.question.facts.map((fact) => {
    const why = whyNot(fact, asked, learned);
    return { holds: why === '', says: fact.says, why };
  });
