import type { Directive } from '#safety';
import type { ExtractedFact, Extraction, ReadingContext, WindowMessage } from '../../fact-extractor.js';
import { MentionResolver } from '../../mentions/mention-resolver.js';
import { isAsked } from '../../text/asked.js';
import { meantBy, type Meant } from './meant.js';
import { isLittleWord } from '../../text/language.js';
import { lowerOf } from './matter.js';
import { replacedIn, type Replaced } from './in-place-of.js';
import { lemmaOfWord } from './says-that.js';

/** What puts an earlier message right: what it states now, what of that one is not so, and which one it is. */
export interface Correction {
  readonly facts: readonly ExtractedFact[];
  readonly endings: readonly Directive[];
  readonly corrects: readonly string[];
}

/** Reads a text as if it had been said by this message's author. */
export type ReadAs = (message: WindowMessage, context: ReadingContext) => Extraction;

const soon = 15 * 60_000;
/** So many messages back somebody is still put right by a few words. */
const reach = 5;
const longest = 400;
const kept = 0.7;
/** What somebody takes the trouble to put right is worth keeping, be it said in words that are weighed low. */
const worthwhile = 0.5;
const asPutRight = 0.74;
/** An answer to a question of somebody else is none to what was said before it, unless it says so. */
const isAnswer = (before: readonly WindowMessage[], authorId: string): boolean => {
  const last = before.at(-1);
  return last !== undefined && last.authorId !== authorId && isAsked(last.text);
};

const asksOf = (asked: ReadonlySet<string>, text: string): boolean =>
  lowerOf(text).some((word) => asked.has(word) && !isLittleWord(word));

/** The messages that few words may put right, the nearest first: the one replied to, else what was said just now. */
const meantMessages = (
  message: WindowMessage,
  { before, repliedTo }: ReadingContext,
  { isSure, shifted }: Meant,
): readonly WindowMessage[] => {
  const isFit = (said: WindowMessage): boolean =>
    said.text.length <= longest && !isAsked(said.text) && said.authorKind !== 'system';
  if (message.replyTo !== null) return repliedTo && isFit(repliedTo) ? [repliedTo] : [];
  const question = isAnswer(before, message.authorId) ? before.at(-1) : undefined;
  if (!isSure && question) return [];
  // "Is it monday?" asks of what was said; "vegan now, sorry" answers who asked of something else.
  const asked = question && new Set(lowerOf(question.text));
  // "The tasting was moved to sunday" names what it moves, however much was said since.
  const isNamed = shifted !== null && shifted.length > 0;
  return before
    .slice(isNamed ? 0 : -reach)
    .filter((said) => isNamed || message.sentAt.getTime() - said.sentAt.getTime() <= soon)
    .filter((said) => isFit(said) && (!asked || asksOf(asked, said.text)))
    .reverse();
};

const key = ({ content, subjects }: ExtractedFact): string => JSON.stringify([content, subjects]);
const isOf = ({ subjects }: ExtractedFact, authorId: string): boolean =>
  subjects.some((ref) => ref.kind === 'entity' && ref.entityId === authorId);

/** Who said it may put it right, and whom it is about; what is about nobody, such as when something is, anybody there. */
const mayCorrect = (message: WindowMessage, said: WindowMessage, fact: ExtractedFact): boolean =>
  said.authorId === message.authorId || isOf(fact, message.authorId) || fact.subjects.length === 0;

const solid = (reading: Extraction, from: number): readonly ExtractedFact[] =>
  reading.facts.filter(({ confidence }) => confidence >= from);

/** Of the words that it takes the place of, those that a statement says; all of a statement where it says none of them. */
const wordsIn = ({ content }: ExtractedFact, old: readonly string[]): readonly string[] => {
  const said = content.toLowerCase();
  return old.filter((word) => said.includes(word)).map(lemmaOfWord);
};

const whatOf = (message: WindowMessage, said: WindowMessage, fact: ExtractedFact) => {
  if (said.authorId === message.authorId) return 'own' as const;
  return isOf(fact, message.authorId) ? ('told-of-them' as const) : ('of-the-place' as const);
};

/** A statement with another value, where the words that it came from are not read with that value: "space it is". */
const inItsPlace = (fact: ExtractedFact, old: readonly string[], value: string): readonly ExtractedFact[] => {
  const at = fact.content.toLowerCase().lastIndexOf(old.join(' '));
  if (at < 0 || fact.topic === null || !fact.topic.startsWith('matter:')) return [];
  const content = `${fact.content.slice(0, at)}${value}${fact.content.slice(at + old.join(' ').length)}`;
  return [{ ...fact, content, value: value.toLowerCase() }];
};

/** What one message comes to when it is put right so; null where it would say nothing else, or nothing that may be put right. */
const correctionOf = (
  message: WindowMessage,
  context: ReadingContext,
  said: WindowMessage,
  { text, old, value }: Replaced,
  isSure: boolean,
  readAs: ReadAs,
): Correction | null => {
  const asSaid = { ...message, authorId: said.authorId, mentionIds: said.mentionIds, replyTo: null };
  const alone = { ...context, repliedTo: null };
  const before = readAs({ ...asSaid, text: said.text }, alone);
  const after = readAs({ ...asSaid, text }, alone);
  // What is ordered with it is no statement that may be said again.
  if (before.directives.length > 0 || after.directives.length > 0) return null;
  const [were, are] = [solid(before, kept), solid(after, worthwhile)];
  const gone = were.filter((fact) => !are.some((other) => key(other) === key(fact)));
  const read = are.filter((fact) => !before.facts.some((other) => key(other) === key(fact)));
  const come = read.length > 0 || !isSure ? read : gone.flatMap((fact) => inItsPlace(fact, old, value));
  const isOwn = said.authorId === message.authorId;
  if (gone.length === 0)
    return isOwn && were.length === 0 ? { facts: [], endings: [], corrects: [said.recordId] } : null;
  // What reads as nothing, or as another matter, was not meant.
  const isSame = (fact: ExtractedFact): boolean =>
    come.some(
      (other) => (fact.topic !== null && other.topic === fact.topic) || other.pattern === fact.pattern,
    );
  if (!gone.every(isSame)) return null;
  if (!gone.every((fact) => mayCorrect(message, said, fact))) return null;
  const span = { start: 0, end: message.text.length };
  return {
    facts: come.map((fact) => ({
      ...fact,
      ...span,
      pattern: 'put-right',
      confidence: Math.max(asPutRight, fact.confidence),
    })),
    endings: gone.map((fact) => {
      const words = wordsIn(fact, old);
      const what = whatOf(message, said, fact);
      return { kind: 'end', what, said: [said.recordId], words: words.length > 0 ? words : null };
    }),
    corrects: [said.recordId],
  };
};

/**
 * "The tasting was moved to sunday": what was told of its old date anywhere here is over, reminders too; and when it is
 * now, in words that are read as a date of it.
 */
const shiftedAnew = (
  message: WindowMessage,
  context: ReadingContext,
  { shifted, value }: Meant,
  statesItself: boolean,
  readAs: ReadAs,
): Correction | null => {
  if (shifted === null || shifted.length === 0) return null;
  const when = value.map(({ text }) => text).join(' ');
  const said = `the ${shifted.join(' ')} is on ${when}`;
  const reading = statesItself ? null : readAs({ ...message, text: said }, context);
  const span = { start: 0, end: message.text.length };
  return {
    facts:
      reading === null
        ? []
        : solid(reading, worthwhile).map((fact) => ({
            ...fact,
            ...span,
            confidence: Math.max(asPutRight, fact.confidence),
          })),
    endings: [
      {
        kind: 'end',
        what: 'event',
        said: [],
        words: shifted.map((word) => lemmaOfWord(word.replace(/['\u2019]s$/u, ''))),
      },
    ],
    corrects: [],
  };
};

/** What a few words put right of what was said before; null where they put nothing right. */
export const correctionIn = (
  message: WindowMessage,
  context: ReadingContext,
  statesItself: boolean,
  readAs: ReadAs,
): Correction | null => {
  // Nothing was said before that could be put right.
  if (context.before.length === 0 && context.repliedTo === null) return null;
  const meant = meantBy(message.text);
  if (meant === null || (statesItself && !meant.isSure)) return null;
  const who = new MentionResolver(message, context);
  const anew = shiftedAnew(message, context, meant, statesItself, readAs);
  for (const said of meantMessages(message, context, meant)) {
    // A word of its own that nothing announces stands for what its speaker said, or what was said of them.
    for (const replaced of replacedIn(said.text, message.text, meant, who)) {
      const correction = correctionOf(message, context, said, replaced, meant.isSure, readAs);
      if (correction !== null)
        return anew === null
          ? correction
          : { ...correction, endings: [...correction.endings, ...anew.endings] };
    }
  }
  return anew;
};
