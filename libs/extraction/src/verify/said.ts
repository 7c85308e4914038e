import { predicateAt } from '../grammar/predicate.js';
import { MentionResolver } from '../mentions/mention-resolver.js';
import { clausesOf, stripFillers, type Clause } from '../text/clauses.js';
import { maskForeign } from '../text/mask.js';
import { isWord, tokenize, type Token } from '../text/tokens.js';
import { aligned, factTokens, type Aligned } from './align.js';
import type { Proposal } from './proposal.js';
import { subjectOf, type ClauseSubject } from './subject.js';
import type { ReadingContext, WindowMessage } from '../fact-extractor.js';

/** A proposal beside the message that it says to be out of. */
export interface QuotedProposal {
  readonly proposal: Proposal;
  readonly message: WindowMessage;
  readonly context: ReadingContext;
  readonly fact: readonly Token[];
  /** Where the quote stands in the message; -1: nowhere. */
  readonly at: number;
  /** The message with what its author only passes on blanked out. */
  readonly own: string;
  readonly clauses: readonly Clause[];
}

/** With the clause that bears it. */
export interface Borne extends QuotedProposal {
  readonly clause: Clause;
  readonly subject: ClauseSubject;
  /** Of the clause without what opens it: the words of the fact, and what stands before and after them. */
  readonly head: readonly Token[];
  readonly span: readonly Token[];
  readonly tail: readonly Token[];
  readonly usedContext: boolean;
  readonly lookups: readonly string[];
}

export const saidIn = (
  proposal: Proposal,
  message: WindowMessage,
  context: ReadingContext,
): QuotedProposal => ({
  proposal,
  message,
  context,
  fact: factTokens(tokenize(proposal.content, 0)),
  at: message.text.indexOf(proposal.quote),
  own: maskForeign(message.text),
  clauses: clausesOf(message.text),
});

const isQuoted = ({ at, proposal }: QuotedProposal, tokens: readonly Token[]): boolean =>
  tokens.every((token) => token.start >= at && token.end <= at + proposal.quote.length);

const spanIn = (said: QuotedProposal, tokens: readonly Token[], isDenialDropped: boolean): Aligned | null => {
  const found = aligned(said.fact, tokens, isDenialDropped);
  return found && isQuoted(said, tokens.slice(found.from, found.to)) ? found : null;
};

/** The clause whose words the fact has, with of whom it tells; null: there is none. */
export const borneBy = (said: QuotedProposal, isDenialDropped = false): Borne | null => {
  let previous: ClauseSubject | null = null;
  for (const [index, clause] of said.clauses.entries()) {
    const who = new MentionResolver(said.message, said.context);
    const subject = subjectOf(clause, said.clauses.slice(0, index), who, previous);
    previous = subject;
    const tokens = 'tokens' in subject ? subject.tokens : stripFillers(clause.tokens);
    const found = spanIn(said, tokens, isDenialDropped);
    if (found)
      return {
        ...said,
        clause,
        subject,
        head: tokens.slice(0, found.from),
        span: tokens.slice(found.from, found.to),
        tail: tokens.slice(found.to),
        usedContext: who.usedContext,
        lookups: [...who.lookups],
      };
  }
  return null;
};

/** The clauses of its sentence that are not the one that bears it. */
const siblings = ({ clauses, clause }: Borne): readonly Clause[] =>
  clauses.filter((one) => one !== clause && one.sentence === clause.sentence);

/** All words of the sentence but those of the fact. */
export const aroundOf = (borne: Borne): readonly Token[] => [
  ...borne.clause.tokens.filter((token) => !borne.span.includes(token)),
  ...siblings(borne).flatMap(({ tokens }) => tokens),
];

/** Words of the sentence that stand before the fact. */
export const beforeOf = (borne: Borne): readonly Token[] => {
  const start = borne.span[0]?.start ?? 0;
  return aroundOf(borne).filter((token) => token.start < start);
};

/** Whether the sentence goes on with something that is no statement of its own: ", B and C", "but only on Sundays". */
export const goesOn = (borne: Borne): boolean => {
  const after = borne.clauses[borne.clauses.indexOf(borne.clause) + 1];
  if (!after || after.sentence !== borne.clause.sentence) return false;
  const tokens = stripFillers(after.tokens).filter((token) => isWord(token));
  if (tokens.length === 0 || after.continues) return false;
  return !tokens.slice(0, 4).some((_, at) => predicateAt(tokens, at) !== null);
};
