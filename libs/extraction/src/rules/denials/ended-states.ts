import { proven, type Directive, type EndedState } from '#safety';
import { lastDayOf } from '../../dates.js';
import type { ReadingContext, WindowMessage } from '../../fact-extractor.js';
import { predicateAt } from '../../grammar/predicate.js';
import { MentionResolver } from '../../mentions/mention-resolver.js';
import { isAsked } from '../../text/asked.js';
import { stripFillers, type Clause } from '../../text/clauses.js';
import { isWord, type Token } from '../../text/tokens.js';
import { denialPhraseAt, isDenialWord } from '../../words/denial-words.js';
import { isCommonWord } from '../../words/lexicon.js';
import { namedBy, pointing } from './named-by.js';
import { lemmaOfWord } from './says-that.js';

type Ending = Extract<Directive, { readonly kind: 'end' }>;

/** What a clause says to be no more. Words null: whatever is of that kind. */
export interface EndedNow {
  readonly what: EndedState;
  readonly words: readonly string[] | null;
}

const lowerOf = (tokens: readonly Token[]): readonly string[] =>
  tokens.filter(isWord).map(({ lower }) => lower);
const after = (tokens: readonly Token[], words: number): readonly Token[] => {
  const at = tokens.findIndex((_, index) => tokens.slice(0, index + 1).filter(isWord).length >= words);
  return at < 0 ? [] : tokens.slice(at + 1);
};
const ofKind = (what: EndedState, words: readonly string[] | null): readonly EndedNow[] =>
  words === null ? [] : [{ what, words }];

/** Without "I have just", "I finally". */
const spokenAfter = (tokens: readonly Token[]): readonly Token[] => {
  let at = 0;
  while (
    /^(?:i|we|have|just|finally|today|yesterday|officially|sadly|so|well)$/u.test(tokens[at]?.lower ?? '')
  )
    at += 1;
  return tokens.slice(at);
};

const workEnded = (tokens: readonly Token[]): readonly EndedNow[] => {
  const words = lowerOf(tokens);
  if (denialPhraseAt('lostWork', words) > 0) return [{ what: 'work', words: null }];
  const lastDay = denialPhraseAt('lastDay', words);
  return lastDay === 0 ? [] : ofKind('work', namedBy(after(tokens, lastDay)));
};

const parted = (tokens: readonly Token[]): readonly EndedNow[] => {
  const phrase = denialPhraseAt('partingPhrases', lowerOf(tokens));
  if (phrase === 0) return [];
  const words = namedBy(after(tokens, phrase));
  return [...ofKind('habit', words), ...ofKind('having', words)];
};

/** "I don't play chess anymore", "I used to play chess", "quit smoking", "sold the Volvo". */
const ownEnded = (tokens: readonly Token[], isOfSelf: boolean): readonly EndedNow[] => {
  const p = predicateAt(tokens, 0);
  if (!p || p.tense === 'future' || p.tense === 'modal' || p.tense === 'obligation') return [];
  const said = lowerOf(p.rest).join(' ');
  const isNoMore = /\b(?:any ?more|any longer)\b/u.test(said) || p.adverbs.includes('no longer');
  const words = namedBy(p.rest);
  const doing = p.lemma === 'be' || p.lemma === 'do' ? [] : [p.lemma];
  if (isOfSelf && ((p.negated && isNoMore) || p.adverbs.includes('no longer') || p.tense === 'used-to')) {
    const all = [...doing, ...(words ?? [])];
    return all.length === 0 || (words === null && pointing.test(lowerOf(p.rest)[0] ?? ''))
      ? []
      : [{ what: 'habit', words: all }];
  }
  if (p.negated || (p.tense !== 'past' && p.tense !== 'perfect')) return [];
  // "Stopped at Nokia", "returned from Spain": nothing of them is no more.
  if (/^(?:at|by|in|for|to|from|with|off|near|on|out|up|down|back|over)$/u.test(p.rest[0]?.lower ?? ''))
    return [];
  if (isDenialWord('stops', p.lemma)) return ofKind('habit', words);
  return isDenialWord('partsWith', p.lemma) ? ofKind('having', words) : [];
};

const pronouns = /^(?:i|it|he|she|they|we|you|that|this|there|what|who|everything|nothing)$/u;
/** "Biscuit died", "my parrot passed away": no person who is known, for of people it says much else. */
const diedIn = (tokens: readonly Token[], who: MentionResolver): readonly EndedNow[] => {
  const at = tokens.findIndex(
    (_, index) => index > 0 && denialPhraseAt('died', lowerOf(tokens.slice(index))) > 0,
  );
  const subject = tokens.slice(0, Math.max(at, 0)).filter(isWord);
  if (subject.length === 0 || subject.length > 3 || pronouns.test(subject[0]?.lower ?? '')) return [];
  const isPerson = who.peopleIn(subject).some(({ who: { ref } }) => ref?.kind === 'entity');
  const isNamed = subject.some(({ lower }) => /^(?:my|our)$/u.test(lower) || !isCommonWord(lower));
  const words = isNamed && !isPerson ? namedBy(subject) : null;
  return [...ofKind('having', words), ...ofKind('habit', words)];
};

/** "The party is off", "choir cancelled", "we called off the picnic". */
const cancelledIn = (tokens: readonly Token[], who: MentionResolver): readonly EndedNow[] => {
  const spoken = spokenAfter(tokens);
  const verb = denialPhraseAt('cancels', lowerOf(spoken));
  if (verb > 0) return ofKind('event', namedBy(after(spoken, verb)));
  const at = tokens.findIndex(
    (_, index) => index > 0 && denialPhraseAt('cancelled', lowerOf(tokens.slice(index))) > 0,
  );
  if (at < 0) return [];
  const subject = tokens.slice(0, at).filter(isWord);
  const isSaid = subject.some(({ lower }) => /['\u2019]s$|^(?:is|are|was|were|been|got|gets)$/u.test(lower));
  const [first] = subject;
  const needsBeing = /^(?:off|on|not)$/u.test(tokens[at]?.lower ?? '');
  if (!first || pronouns.test(first.lower) || (needsBeing && !isSaid) || subject.length > 7) return [];
  if (who.peopleIn(subject.slice(0, 1)).some(({ who: { ref } }) => ref?.kind === 'entity')) return [];
  return ofKind('event', namedBy(subject));
};

const endedIn = (clause: Clause, who: MentionResolver): readonly EndedNow[] => {
  const tokens = stripFillers(clause.tokens);
  const isOfSelf = tokens[0]?.lower === 'i';
  const spoken = spokenAfter(tokens);
  const found = [
    workEnded(spoken),
    parted(spoken),
    ownEnded(isOfSelf ? tokens.slice(1) : spoken, isOfSelf),
  ].find((one) => one.length > 0);
  return found ?? [...diedIn(tokens, who), ...cancelledIn(tokens, who)];
};

const isAhead = (clause: Clause, sentAt: Date): boolean => {
  const day = lastDayOf(` ${clause.tokens.map(({ text }) => text).join(' ')}`, sentAt);
  return day !== null && day.getTime() - sentAt.getTime() > 24 * 3_600_000;
};

const says = (text: string, words: readonly string[]): boolean => {
  const said = new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(lemmaOfWord));
  return words.every((word) => said.has(word));
};

/** Messages that tell of it, shortly before, whether or not anything is held of them. */
const toldIn = (
  message: WindowMessage,
  { before }: ReadingContext,
  { what, words }: EndedNow,
): readonly string[] =>
  words === null
    ? []
    : before
        .filter(({ authorId, text }) => (what === 'event' || authorId === message.authorId) && !isAsked(text))
        .filter(
          ({ text }) =>
            says(text, words) && (what !== 'event' || lastDayOf(` ${text}`, message.sentAt) !== null),
        )
        .map(({ recordId }) => recordId);

/** A cheap look, for most messages end nothing. */
const ending = proven({
  id: 'ends-state',
  pattern:
    /\b(?:any ?more|any longer|no longer|used to|off|cancel|cancelled|canceled|scrapped|axed|happening|not on|taking place|died|dead|passed away|rainbow|put down|put to sleep|with us|fired|sacked?|laid off|let go|redundant|boot|canned|job|work|resigned|badge|unemployed|jobless|between jobs|last day|gave|given|give up|rid of|done with|through with|dropped|broken? up|split|stopp?ed|quit|ended|finished|abandoned|ditched|ceased|sold|returned|lost|rehomed|donated|totall?ed|pawned|traded)/iu,
  yes: ['not anymore', 'sold the boat', 'choir is off'],
  no: ['i live in brno', 'we sing'],
});

export const mayEndState = (text: string): boolean => ending.test(text);

export interface EndedStates {
  readonly endings: readonly Ending[];
  readonly corrects: readonly string[];
}

/** What a message says in full to be no more, though it names no topic on which another statement would replace it. */
export const endedStatesIn = (
  message: WindowMessage,
  context: ReadingContext,
  clauses: readonly Clause[],
): EndedStates => {
  if (!mayEndState(message.text)) return { endings: [], corrects: [] };
  const who = new MentionResolver(message, context);
  const ended = clauses
    .slice(0, 4)
    .filter((clause) => !clause.doubtful)
    .flatMap((clause) =>
      endedIn(clause, who).filter(
        ({ what }) => what === 'event' || what === 'habit' || !isAhead(clause, message.sentAt),
      ),
    );
  return {
    endings: ended.map(({ what, words }) => ({ kind: 'end', what, said: [], words })),
    corrects: [...new Set(ended.flatMap((one) => toldIn(message, context, one)))],
  };
};
