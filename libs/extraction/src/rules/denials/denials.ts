import type { Directive } from '#safety';
import type { ReadingContext, WindowMessage } from '../../fact-extractor.js';
import { clausesOf, type Clause } from '../../text/clauses.js';
import { denialFirstWords, isDenialWord } from '../../words/denial-words.js';
import { deniedBy } from './denied-in-full.js';
import { dueIn, mayTellDue } from './due.js';
import { endedStatesIn, mayEndState, type EndedStates } from './ended-states.js';
import {
  formsOf,
  isDisputed,
  isElliptic,
  isRedated,
  isRetracted,
  openingOf,
  segmentsOf,
  type Opening,
} from './opening.js';
import { mayReverse, reversedBy } from './reversed.js';
import { denied, endingWith, isPerson, saidByOthers, saidByThem, takenBack } from './said-before.js';

type Ending = Extract<Directive, { readonly kind: 'end' }>;

const longest = 400;
const denying = /^(?:no|nope|not|never|used|(?:it|that)(?:['\u2019]?s)?|plans?|change|\p{L}+n['\u2019]?t)$/u;
const opensDispute = denialFirstWords('disputes');
const opensJoke = denialFirstWords('joked');
/** A cheap look, for most messages deny nothing. */
const mayDeny = (text: string): boolean =>
  (text.toLowerCase().match(/[\p{L}'\u2019]+/gu) ?? []).some(
    (word) =>
      denying.test(word) ||
      isDenialWord('false', word) ||
      isDenialWord('retracts', word) ||
      opensJoke.has(word) ||
      isDenialWord('shifts', formsOf(word) ?? ''),
  );
const none: EndedStates = { endings: [], corrects: [] };

/** Its first words, after those that only open a turn. */
const mayDispute = (text: string): boolean => {
  const words = text
    .trim()
    .toLowerCase()
    .split(/[\s,.!?]+/u, 6);
  return words.some((word) => opensDispute.has(word));
};

/** "Since when??", "🚫": by its first words, whatever it asks. */
const disputedBy = (
  message: WindowMessage,
  context: ReadingContext,
  clauses: readonly Clause[],
): EndedStates | null => {
  const [words = []] = clauses.flatMap(segmentsOf);
  const isSign = isDenialWord('disputes', message.text.trim().replace(/\ufe0f/gu, ''));
  if (!isSign && !isDenialWord('disputes', words.join(' '))) return null;
  const others = saidByOthers(message, context);
  return denied(message, context, isSign || words.length < 2 ? others.slice(0, 1) : others);
};

/** What a turn denies as a whole, by its opening. */
const deniedAtOnce = (
  message: WindowMessage,
  context: ReadingContext,
  { words, first, isNo, isLeft }: Opening,
): EndedStates | null => {
  if (isDenialWord('joked', words.join(' '))) return takenBack(message, context) ?? none;
  if (isRetracted(words)) {
    const isOfMessage = !isDenialWord('changed', words.join(' '));
    return (
      (isOfMessage ? takenBack(message, context) : null) ?? {
        endings: endingWith('plan', saidByThem(message, context)),
        corrects: [],
      }
    );
  }
  if (isRedated(words, first, message.sentAt))
    return { endings: endingWith('dated', saidByThem(message, context)), corrects: [] };
  if (!isDisputed(words) && (!isElliptic(words) || isLeft)) return null;
  const others = saidByOthers(message, context);
  return denied(message, context, isNo ? others.slice(0, 1) : others);
};

/**
 * What a message says not to be so, or no longer: of the speaker as others told it, or of what they said themselves.
 * What it says in full is a statement on its topic besides, and settled as such.
 */
export const endingsIn = (message: WindowMessage, context: ReadingContext): EndedStates => {
  // What denies comes at once: of a long text its beginning is read.
  const text = message.text.slice(0, longest);
  const maySaySo = mayDispute(text);
  const mayTurn = mayReverse(text);
  const mayBeDue = mayTellDue(text);
  if (!maySaySo && !mayTurn && !mayBeDue && !mayEndState(text) && !mayDeny(text)) return none;
  const clauses = clausesOf(text);
  const reversed = mayTurn ? reversedBy(message, context, clauses) : null;
  if (reversed !== null) return reversed;
  const disputed = maySaySo ? disputedBy(message, context, clauses) : null;
  if (disputed !== null) return disputed;
  const ended = endedStatesIn(message, context, clauses);
  const states = mayBeDue ? { ...ended, endings: [...ended.endings, ...dueIn(clauses)] } : ended;
  const opening = mayDeny(text) ? openingOf(message.text, clauses) : null;
  if (opening === null) return states;
  const atOnce = deniedAtOnce(message, context, opening);
  if (atOnce !== null) return atOnce;
  const heard = [...context.before, ...(context.repliedTo ? [context.repliedTo] : [])]
    .filter((said) => said.authorId !== message.authorId && isPerson(said))
    .reverse();
  const inFull = clauses.flatMap((clause) => {
    const one = deniedBy(clause);
    if (one === null) return [];
    const own: readonly Ending[] = one.isNow
      ? [{ kind: 'end', what: 'habit', said: [], words: one.words }]
      : [];
    return [...endingWith('told-of-them', heard, one.words), ...own];
  });
  return { ...states, endings: [...states.endings, ...inFull] };
};
