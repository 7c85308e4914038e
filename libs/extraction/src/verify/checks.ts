import { modalities } from '#domain';
import type { SubjectRef } from '#identity';
import {
  addresseeOf,
  discretionOf,
  findCredential,
  forgettingOf,
  sarcastic,
  withholdingOf,
  proven,
} from '#safety';
import { contentFault } from '../content.js';
import { relativeDateAt } from '../dates.js';
import { MentionResolver } from '../mentions/mention-resolver.js';
import { beginsPredicate } from '../text/begins.js';
import { timeRunAt } from '../text/times.js';
import { isUnreal } from '../text/unreal.js';
import { isWord, joined, tokenize, type Token } from '../text/tokens.js';
import { guessedVerb, lemmaOf } from '../words/verbs.js';
import { areEquals, isVerifyWord, type VerifyList } from '../words/verify-words.js';
import type { GivenMessage } from '../fact-extractor.js';
import type { VerifierReason } from './proposal.js';
import { aroundOf, beforeOf, borneBy, goesOn, type Borne, type QuotedProposal } from './said.js';
import { isProposed } from './subject.js';

/** Why it is no fact, or null. */
type Check<Of> = (of: Of) => VerifierReason | null;

const when =
  <Of>(reason: VerifierReason, isSo: (of: Of) => boolean): Check<Of> =>
  (of) =>
    isSo(of) ? reason : null;

const some = (list: VerifyList, tokens: readonly Token[]): boolean =>
  tokens.some((token) => isVerifyWord(list, token.lower));

/** Longer ones are read in parts by the rules. */
const longestMessage = 1_500;
const longestFact = 200;

const saidByAPerson = when<GivenMessage>(
  'no-human-author',
  ({ message: { authorKind, authorId }, context }) =>
    authorKind === 'agent' || authorKind === 'system' || authorId === context.agentEntityId,
);
const isShort = when<GivenMessage>('message-too-long', ({ message }) => message.text.length > longestMessage);
const isWellFormed = when<QuotedProposal>('content-malformed', ({ proposal, context, fact }) => {
  const { content } = proposal;
  const { platform, people } = context;
  if (fact.length === 0 || content.length > longestFact || /[\n<>`]|https?:/u.test(content)) return true;
  const names = people
    .filter(({ entityId }) => proposal.subject.kind !== 'person' || proposal.subject.entityId === entityId)
    .flatMap((person) => person.names.map(({ text }) => text));
  return (
    !modalities.includes(proposal.modality) ||
    contentFault(content, { names, accounts: [], accountsOfSubjects: [] }) !== null ||
    content.includes(`${platform}:`)
  );
});
const quoteStands = when<QuotedProposal>(
  'quote-not-said',
  ({ at, proposal }) => at < 0 || proposal.quote.trim() === '',
);

const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
/** "Otto: I own a yacht": who pastes it is not who owns it. */
const label = /^[\p{L}@<][^\n:]{0,30}:\s/u;
const quoteIsOwn = when<QuotedProposal>('quote-of-another', ({ at, own, proposal, message }) => {
  const { quote } = proposal;
  if (letters(own.slice(at, at + quote.length)) !== letters(quote)) return true;
  const line = message.text.slice(message.text.lastIndexOf('\n', at - 1) + 1);
  return label.test(line) && proposal.subject.kind !== 'place';
});

const sentenceStart =
  /(?:^|[.!?;:,\n]|\b(?:and|please|pls|also|then|you (?:must|should)|to)\b)\s*(\p{L}+)/giu;
/** Whoever orders what is to be kept states nothing by it. */
const ordersKeeping = (text: string): boolean =>
  [...text.matchAll(sentenceStart)].some((match) => isVerifyWord('orders', (match[1] ?? '').toLowerCase())) ||
  /\b(?:instructions?|prompt|system|assistant|memory|memories)\b/iu.test(text);
const isNoOrder = when<GivenMessage>(
  'order-applies',
  ({ message, context }) =>
    forgettingOf(message.text, addresseeOf(message, context)) !== null || ordersKeeping(message.text),
);
const holdsNoCredential = when<GivenMessage>(
  'credential-refused',
  ({ message }) => findCredential(message.text) !== null,
);
const makesNoCredential = when<QuotedProposal>(
  'credential-refused',
  ({ proposal }) => findCredential(proposal.content) !== null,
);
/** What is told in confidence, or kept from somebody by name, is kept by the rules, which know from whom. */
const isForAll = when<GivenMessage>('said-in-confidence', ({ message, context }) => {
  const kept = withholdingOf(new MentionResolver(message, context));
  return kept.from.length > 0 || kept.fromSpokenOf.length > 0 || discretionOf(message.text, kept).confided;
});
const laughs =
  /[\u{1F602}\u{1F923}\u{1F643}\u{1F61C}\u{1F61D}\u{1F609}\u{1F92A}\u{1F644}]|(?:^|\s)(?:lmao|lmfao|xd|rofl)\b|;-?\)/iu;
const isMeant = when<QuotedProposal>(
  'not-meant',
  ({ message: { text } }) => sarcastic(text) || laughs.test(text) || isUnreal(text),
);
const takenBack = proven({
  id: 'takenBack',
  pattern:
    /\b(?:jk|j\/k|kidding|psych|sike|april fools?|scratch that|scrap that|strike that|never ?mind|nvm|correction|no wait|wait no|i lied|not really|i wish|in my dreams|said no ?(?:one|body))\b|(?:^|[.!?,\n]\s*)not[.!]*\s*$/iu,
  yes: ['jk', 'scratch that', 'i moved to brno. not!'],
  no: ['i am not here', 'a jkl'],
});
const isUpheld = when<QuotedProposal>('taken-back', ({ message: { text } }) => takenBack.test(text));
const timeIsSaid = when<QuotedProposal>(
  'time-not-said',
  ({ proposal: { quote, timeWords } }) =>
    timeWords !== null && !quote.toLowerCase().includes(timeWords.toLowerCase()),
);

/** On a message, whatever is proposed of it. */
const checksOfText: readonly Check<GivenMessage>[] = [
  saidByAPerson,
  isShort,
  isNoOrder,
  holdsNoCredential,
  isForAll,
];
/** Whether anything that is proposed of it could be a fact. What could not is shown to no proposer. */
export const mayBeAsked = (given: GivenMessage): boolean =>
  checksOfText.every((check) => check(given) === null);

/** On the message that a proposal says to be out of. */
export const checksOfMessage: readonly Check<QuotedProposal>[] = [
  ...checksOfText,
  quoteStands,
  quoteIsOwn,
  isWellFormed,
  makesNoCredential,
  isMeant,
  isUpheld,
  timeIsSaid,
];

/** Why the words of a fact stand in no clause of its quote. */
export const whyNotBorne = (said: QuotedProposal): VerifierReason => {
  if (borneBy(said, true)) return 'polarity-differs';
  const spoken = tokenize(said.proposal.quote, 0);
  const isNew = ({ lower }: Token): boolean =>
    !spoken.some((token) => token.lower === lower || areEquals(token.lower, lower));
  const added = said.fact.filter((token) => isWord(token) && isNew(token));
  if (added.some(({ text }) => /\d/u.test(text))) return 'number-not-said';
  return added.some(({ text, start }) => start > 0 && /^\p{Lu}/u.test(text))
    ? 'name-not-said'
    : 'words-not-said';
};

const isStated = when<Borne>(
  'doubtful',
  (borne) =>
    borne.clause.doubtful ||
    some('hedges', [...borne.span, ...aroundOf(borne)]) ||
    [...borne.span, ...aroundOf(borne)].some(({ text }) => text === 'may'),
);
const isLedToByNobody = when<Borne>('led-to', (borne) => some('leads', beforeOf(borne)));

/** INVARIANT: between its subject and a fact stands nothing that could turn it round. */
const headFault: Check<Borne> = ({ head, subject }) => {
  const from = 'from' in subject ? subject.from : 0;
  const between = head.slice(from).filter((token) => isWord(token));
  if (some('denies', between)) return 'polarity-differs';
  return between.every(({ lower }) => isVerifyWord('helping', lower) || isVerifyWord('dropped', lower))
    ? null
    : 'cut-short';
};

/** The words that say when, after a fact. */
export const timeAfter = (tokens: readonly Token[]): readonly Token[] => {
  const run = timeRunAt(tokens, 0);
  if (run) return tokens.slice(0, run.end);
  const words = relativeDateAt(joined(tokens).trimStart());
  return words === '' ? [] : tokens.slice(0, words.split(/\s+/u).length);
};

const tailFault: Check<Borne> = (borne) => {
  const rest = borne.tail.slice(timeAfter(borne.tail).length).filter((token) => isWord(token));
  if (some('denies', rest)) return 'polarity-differs';
  const isClosed = rest.every(({ lower }) => isVerifyWord('closing', lower));
  return isClosed && !goesOn(borne) ? null : 'cut-short';
};

const idsIn = (ref: SubjectRef): readonly string[] =>
  ref.kind === 'ambiguous' ? ref.candidates : ref.kind === 'named' ? [] : [ref.entityId];

const subjectAgrees: Check<Borne> = ({ subject, proposal, message, context, head }) => {
  if (subject.kind === 'nobody') return subject.isPronoun ? 'no-antecedent' : 'subject-differs';
  if (subject.kind === 'person' && idsIn(subject.ref).includes(context.agentEntityId))
    return 'subject-differs';
  if (!isProposed(subject, proposal.subject, message.authorId)) return 'subject-differs';
  if (subject.kind === 'thing' && head.some((token) => isWord(token) && !/^(?:the|an?)$/u.test(token.lower)))
    return 'cut-short';
  return null;
};

const isTold = (tokens: readonly Token[]): boolean =>
  tokens.some((token, at) => at > 0 && (token.lower === ':' || beginsPredicate(tokens, at)));
const isVerbal = ({ lower }: Token): boolean =>
  (['third', 'past', 'participle', 'gerund'] as const).some((form) => lemmaOf(lower, form) !== null) ||
  /^(?:past|third)$/u.test(guessedVerb(lower)?.form ?? '') ||
  isVerifyWord('denies', lower) ||
  /^(?:is|has|does|did|was|were|can|will|always|often|usually|sometimes|recently)$/u.test(lower);
/** Who, what, which: whoever hears it without what was said before has to understand it. */
const readsAlone: Check<Borne> = ({ fact, head, subject, span }) => {
  const words = fact.filter((token) => isWord(token));
  const [first] = words;
  if (!first || words.length < 2 || some('dangling', words)) return 'not-alone';
  if (subject.kind !== 'author' && span.some(({ lower }) => /^(?:my|our)$/u.test(lower))) return 'not-alone';
  if (/^(?:and|but|or|so|because|to|of|than|with|for)$/u.test(first.lower)) return 'not-alone';
  const isSomethingOfTheirs = head.at(-1)?.lower === 'my';
  const isBeing = head.some(({ lower }) => /^(?:am|is|are)$/u.test(lower));
  if (subject.kind === 'thing' || isSomethingOfTheirs) return isTold(fact) ? null : 'not-alone';
  return isVerbal(first) || isBeing || fact.some(({ lower }) => lower === ':') ? null : 'not-alone';
};

/** Read again from the words, whatever the proposer holds. */
const modalityOf = ({ span }: Borne): (typeof modalities)[number] => {
  if (some('denies', span)) return 'is-not';
  const isAhead = span.some(
    ({ lower }, at) =>
      lower === 'will' || lower === 'shall' || (lower === 'going' && span[at + 1]?.lower === 'to'),
  );
  return isAhead ? 'will' : 'is';
};
const modalityAgrees = when<Borne>(
  'modality-differs',
  (borne) => modalityOf(borne) !== borne.proposal.modality,
);

/** The last one: a proposal that is refused by it alone may be right, and somebody knows of whom. */
const isOfOne = when<Borne>(
  'ambiguous-subject',
  ({ subject }) => subject.kind === 'person' && subject.ref.kind === 'ambiguous',
);

/** On the clause that bears it. */
export const checksOfClause: readonly Check<Borne>[] = [
  isStated,
  isLedToByNobody,
  subjectAgrees,
  headFault,
  tailFault,
  readsAlone,
  modalityAgrees,
  isOfOne,
];
