import { proven } from '#safety';
import { conditionIn } from './statements/condition.js';
import { kinMentioned } from './statements/mine.js';
import { readClause } from './statements/read-clause.js';
import type { FactDraft, Subject } from './statements/fact-draft.js';
import { notesIn } from './notes/index.js';
import { clausesOf } from '../text/clauses.js';
import { isStagedBefore } from './staged-before.js';
import { isWord, joined, type Token } from '../text/tokens.js';
import type { MentionResolver } from '../mentions/mention-resolver.js';

/** "Please don't tell Bob that I'm leaving": what follows is said all the same. */
const hushing = proven({
  id: 'hushing',
  pattern:
    /^\W*(?:please\s+)?(?:do not|don'?t|never)\s+(?:tell|mention to|let)\s+\S+(?:\s+know)?\s+(?:that\s+|but\s+|about this[:,]?\s+)(?=(?:i|i'm|im|we|my|he|she|they)\b)/iu,
  yes: ["don't tell ana that i moved", 'never let bo know that he lost'],
  no: ["don't tell ana", 'tell ana that i moved'],
});

export const overlap = (one: FactDraft, other: FactDraft): boolean => {
  const [start, end] = [one.tokens[0]?.start ?? 0, one.tokens.at(-1)?.end ?? 0];
  return (other.tokens[0]?.start ?? 0) < end && start < (other.tokens.at(-1)?.end ?? 0);
};

const begun = /^(?:starts|begins|opens|ends|runs|is|lasts|takes place)\b/iu;
/**
 * "Signed up for a welding course, starts in february": when what was told before is, not when somebody is. Told by
 * itself it would be about nothing.
 */
const joinsLast = (found: FactDraft[], [one, more]: readonly FactDraft[]): boolean => {
  const last = found.at(-1);
  if (!last || !one || more || one.pattern !== 'dated' || !begun.test(one.content)) return false;
  if (!/(?:^|-)(?:plain|signs-up|takes-up)$/u.test(last.pattern)) return false;
  const { features: _features, ...finding } = last.finding;
  const content = `${last.content}, ${one.content.charAt(0).toLowerCase()}${one.content.slice(1)}`;
  found[found.length - 1] = {
    ...last,
    content,
    finding: { ...finding, confidence: Math.max(0.74, finding.confidence) },
  };
  return true;
};

const expecting = /\b(?:pregnant|expecting|having (?:a baby|twins|a boy|a girl))$/iu;
/** "I'm pregnant 🙈 due end of april": when it is. */
const isDueThen = (found: FactDraft[], tokens: readonly Token[]): boolean => {
  const last = found.at(-1);
  const words = tokens.filter((token) => isWord(token));
  if (!last || words[0]?.lower !== 'due' || words.length > 7 || !expecting.test(last.content)) return false;
  found[found.length - 1] = { ...last, content: `${last.content}, ${joined(words).trim()}` };
  return true;
};

/** What a text states, clause by clause, and in notes where no clause does. */
export const statementsOf = (who: MentionResolver, text: string, confided: boolean): readonly FactDraft[] => {
  const found: FactDraft[] = [];
  let previous: Subject | null = null;
  const said = text.replace(hushing, (whole) => ' '.repeat(whole.length));
  for (const clause of clausesOf(said, isStagedBefore(who.message, who.context))) {
    if (!clause.doubtful) {
      const result = readClause(clause, who, previous, confided);
      if (isDueThen(found, clause.tokens)) continue;
      if (clause.continues && joinsLast(found, result.statements)) continue;
      found.push(
        ...result.statements,
        ...kinMentioned(clause, who),
        ...conditionIn(clause, result.subject ?? previous),
      );
      previous = result.subject ?? (clause.continues ? previous : null);
    } else previous = null;
    who.hear(clause.sentence, clause.tokens);
  }
  const framed = found.filter(({ finding }) => finding.features === undefined);
  const notes = notesIn(who, text, framed);
  const told = [
    ...found.filter((one) => framed.includes(one) || !notes.some((note) => overlap(note, one))),
    ...notes,
  ];
  return told.filter(
    (statement, index) =>
      told.findIndex(
        (other) =>
          other.content === statement.content &&
          JSON.stringify(other.subjects) === JSON.stringify(statement.subjects),
      ) === index,
  );
};
