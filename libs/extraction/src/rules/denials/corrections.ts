import type { Directive } from '#safety';
import type { ExtractedFact, Extraction, ReadingContext, WindowMessage } from '../../fact-extractor.js';
import { MentionResolver } from '../../mentions/mention-resolver.js';
import { isAsked } from '../../text/asked.js';
import { meantBy, type Meant } from './meant.js';
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
/** An answer to a question of somebody else is none to what was said before it, unless it says so. */
const isAnswer = (before: readonly WindowMessage[], authorId: string): boolean => {
  const last = before.at(-1);
  return last !== undefined && last.authorId !== authorId && isAsked(last.text);
};

/** The messages that few words may put right, the nearest first: the one replied to, else what was said just now. */
const meantMessages = (
  message: WindowMessage,
  { before, repliedTo }: ReadingContext,
  { isSure }: Meant,
): readonly WindowMessage[] => {
  const isFit = (said: WindowMessage): boolean =>
    said.text.length <= longest && !isAsked(said.text) && said.authorKind !== 'system';
  if (message.replyTo !== null) return repliedTo && isFit(repliedTo) ? [repliedTo] : [];
  if (!isSure && isAnswer(before, message.authorId)) return [];
  return before
    .slice(-reach)
    .filter((said) => message.sentAt.getTime() - said.sentAt.getTime() <= soon && isFit(said))
    .reverse();
};

const key = ({ content, subjects }: ExtractedFact): string => JSON.stringify([content, subjects]);
const isOf = ({ subjects }: ExtractedFact, authorId: string): boolean =>
  subjects.some((ref) => ref.kind === 'entity' && ref.entityId === authorId);

/** Who said it may put it right, and whom it is about; what is about nobody, such as when something is, anybody there. */
const mayCorrect = (message: WindowMessage, said: WindowMessage, fact: ExtractedFact): boolean =>
  said.authorId === message.authorId || isOf(fact, message.authorId) || fact.subjects.length === 0;

const solid = (reading: Extraction): readonly ExtractedFact[] =>
  reading.facts.filter(({ confidence }) => confidence >= kept);

/** Of the words that it takes the place of, those that a statement says; all of a statement where it says none of them. */
const wordsIn = ({ content }: ExtractedFact, old: readonly string[]): readonly string[] => {
  const said = content.toLowerCase();
  return old.filter((word) => said.includes(word)).map(lemmaOfWord);
};

const whatOf = (message: WindowMessage, said: WindowMessage, fact: ExtractedFact) => {
  if (said.authorId === message.authorId) return 'own' as const;
  return isOf(fact, message.authorId) ? ('told-of-them' as const) : ('of-the-place' as const);
};

/** What one message comes to when it is put right so; null where it would say nothing else, or nothing that may be put right. */
const correctionOf = (
  message: WindowMessage,
  context: ReadingContext,
  said: WindowMessage,
  { text, old }: Replaced,
  readAs: ReadAs,
): Correction | null => {
  const asSaid = { ...message, authorId: said.authorId, mentionIds: said.mentionIds, replyTo: null };
  const alone = { ...context, repliedTo: null };
  const before = readAs({ ...asSaid, text: said.text }, alone);
  const after = readAs({ ...asSaid, text }, alone);
  // What is ordered with it is no statement that may be said again.
  if (before.directives.length > 0 || after.directives.length > 0) return null;
  const [were, are] = [solid(before), solid(after)];
  const gone = were.filter((fact) => !are.some((other) => key(other) === key(fact)));
  const come = are.filter((fact) => !were.some((other) => key(other) === key(fact)));
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
    facts: come.map((fact) => ({ ...fact, ...span, pattern: 'put-right' })),
    endings: gone.map((fact) => {
      const words = wordsIn(fact, old);
      const what = whatOf(message, said, fact);
      return { kind: 'end', what, said: [said.recordId], words: words.length > 0 ? words : null };
    }),
    corrects: [said.recordId],
  };
};

/** What a few words put right of what was said before; null where they put nothing right. */
export const correctionIn = (
  message: WindowMessage,
  context: ReadingContext,
  statesItself: boolean,
  readAs: ReadAs,
): Correction | null => {
  const meant = meantBy(message.text);
  if (meant === null || (statesItself && !meant.isSure)) return null;
  const who = new MentionResolver(message, context);
  for (const said of meantMessages(message, context, meant)) {
    // A word of its own that nothing announces stands for what its speaker said, or what was said of them.
    for (const replaced of replacedIn(said.text, message.text, meant, who)) {
      const correction = correctionOf(message, context, said, replaced, readAs);
      if (correction !== null) return correction;
    }
  }
  return null;
};
