import { foldName, kinshipOf, type SubjectRef } from '#identity';
import { proven } from '#safety';
import { predicateAt } from '../grammar/predicate.js';
import type { MentionResolver } from '../mentions/mention-resolver.js';
import { stripFillers, type Clause } from '../text/clauses.js';
import { isWord, tokenize, type Token } from '../text/tokens.js';
import { beginsPredicate } from '../text/begins.js';
import { refsOf } from '../rules/statements/people.js';
import { lemmaOf } from '../words/verbs.js';
import { isVerifyWord } from '../words/verify-words.js';
import type { ProposedSubject } from '#domain';

/** Of whom a clause tells, and where what it tells of them begins. */
export type ClauseSubject =
  | { readonly kind: 'author'; readonly tokens: readonly Token[]; readonly from: number }
  | {
      readonly kind: 'person';
      readonly ref: SubjectRef;
      readonly certain: number;
      readonly tokens: readonly Token[];
      readonly from: number;
    }
  | { readonly kind: 'thing'; readonly tokens: readonly Token[]; readonly from: number }
  | { readonly kind: 'nobody'; readonly isPronoun: boolean };

const nobody: ClauseSubject = { kind: 'nobody', isPronoun: false };
const withoutAntecedent: ClauseSubject = { kind: 'nobody', isPronoun: true };

/** "@bo I moved", "Bo, I moved": without whom it is said to. */
const unaddressed = (tokens: readonly Token[], who: MentionResolver): readonly Token[] => {
  const [first, second] = tokens;
  if (!first || !second) return tokens;
  const isMark = first.text.startsWith('@') || first.text.startsWith('<@');
  if (second.text === ',' && (isMark || who.nameAt(tokens, 0, () => true, true)?.ref.kind === 'entity'))
    return stripFillers(tokens.slice(2));
  return isMark && /^(?:i|my|we|you)$/u.test(second.lower) ? stripFillers(tokens.slice(1)) : tokens;
};

const isPossessive = (token: Token): boolean => /\p{L}['’]s?$/u.test(token.text);

/** Somebody without a name, whom a pronoun may mean as well: "a guy", "my sister", "Sam's brother". */
const namesNobody = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token) => isVerifyWord('persons', token.lower) || kinshipOf(token.lower) !== null || isPossessive(token),
  );

const recentMessages = 4;

/** Whom "he" or "she" means, where one alone can be meant. */
const byPronoun = (
  tokens: readonly Token[],
  earlier: readonly Clause[],
  who: MentionResolver,
): ClauseSubject => {
  for (const clause of earlier) who.hear(clause.sentence, clause.tokens);
  const { who: meant, certain } = who.antecedent(tokens[0]?.lower ?? '');
  const [ref] = refsOf(meant, tokens[0]?.lower ?? '');
  const isOpen = ref?.kind === 'ambiguous' && ref.candidates.length + ref.named.length > 1;
  if (!ref || meant.some((one) => one.ref === null) || (certain < 0.7 && !isOpen)) return withoutAntecedent;
  const { before, repliedTo } = who.context;
  const around = who.usedContext
    ? [...before.slice(-recentMessages), ...(repliedTo ? [repliedTo] : [])].map(({ text }) => text)
    : [];
  const heard = [
    ...earlier.flatMap((clause) => clause.tokens),
    ...around.flatMap((text) => tokenize(text, 0)),
  ];
  return namesNobody(heard) ? withoutAntecedent : { kind: 'person', ref, certain, tokens, from: 1 };
};

const isVerb = (tokens: readonly Token[], at: number): boolean =>
  beginsPredicate(tokens, at) || predicateAt(tokens, at) !== null;

/** "Moved to Ghent", "Learning the cello": a verb that only somebody who speaks of themselves begins with. */
const isElided = (tokens: readonly Token[], who: MentionResolver): boolean => {
  const first = tokens.find(({ lower }) => !isVerifyWord('dropped', lower))?.lower ?? '';
  const isAnswer = [who.context.before.at(-1), who.context.repliedTo].some((said) =>
    said?.text.includes('?'),
  );
  const isPast = lemmaOf(first, 'past') !== null && lemmaOf(first, 'base') === null;
  return !isAnswer && (isPast || lemmaOf(first, 'gerund') !== null) && first !== 'being';
};

const pronoun = proven({
  id: 'pronoun',
  pattern:
    /^(?:it|they|this|that|these|those|there|here|who|what|which|everyone|everybody|nobody|somebody|someone|people|his|her|their|your|its|our|one|some|most|many|all|none)$/u,
  yes: ['they', 'nobody', 'its'],
  no: ['ana', 'theyre'],
});

/** Of whom the clause tells. `previous`: of whom the clause before it told, where this one goes on about them. */
export const subjectOf = (
  clause: Clause,
  earlier: readonly Clause[],
  who: MentionResolver,
  previous: ClauseSubject | null,
): ClauseSubject => {
  const tokens = unaddressed(stripFillers(clause.tokens), who);
  if (clause.continues) return previous && 'from' in previous ? { ...previous, tokens, from: 0 } : nobody;
  const first = tokens[0];
  if (!first) return nobody;
  if (first.lower === 'i' || first.lower === 'we') return { kind: 'author', tokens, from: 1 };
  if (first.lower === 'my') return { kind: 'author', tokens, from: 1 };
  if (first.lower === 'he' || first.lower === 'she') return byPronoun(tokens, earlier, who);
  if (first.lower === 'you') {
    const ref = who.addressee(clause.tokens);
    return ref ? { kind: 'person', ref, certain: 0.8, tokens, from: 1 } : withoutAntecedent;
  }
  if (pronoun.test(first.lower)) return withoutAntecedent;
  const named = who.nameAt(tokens, 0, (next) => isVerb(tokens, next), clause.sentence === 0);
  if (named)
    return { kind: 'person', ref: named.ref, certain: named.unknown ? 0.8 : 0.9, tokens, from: named.length };
  if (isElided(tokens, who)) return { kind: 'author', tokens, from: 0 };
  const isOrder = lemmaOf(first.lower, 'base') !== null || isVerb(tokens, 0);
  const isCalled = who.nameAt(tokens, 0, () => true, true)?.ref.kind === 'entity';
  return isOrder || isCalled || !isWord(first) ? nobody : { kind: 'thing', tokens, from: 0 };
};

/** Whether it is whom the proposer says, or may be. */
export const isProposed = (found: ClauseSubject, proposed: ProposedSubject, authorId: string): boolean => {
  switch (found.kind) {
    case 'author':
      return proposed.kind === 'author' || (proposed.kind === 'person' && proposed.entityId === authorId);
    case 'person': {
      const { ref } = found;
      if (ref.kind === 'ambiguous')
        return proposed.kind === 'person'
          ? ref.candidates.includes(proposed.entityId)
          : proposed.kind === 'named' &&
              ref.named.some(({ name }) => foldName(name) === foldName(proposed.name));
      if (ref.kind === 'entity')
        return (
          (proposed.kind === 'person' && proposed.entityId === ref.entityId) ||
          (proposed.kind === 'author' && ref.entityId === authorId)
        );
      return proposed.kind === 'named' && foldName(proposed.name) === foldName(ref.name);
    }
    case 'thing':
      return proposed.kind === 'place';
    case 'nobody':
      return false;
  }
};
