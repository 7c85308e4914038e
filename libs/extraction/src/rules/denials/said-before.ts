import type { Directive } from '#safety';
import type { ReadingContext, WindowMessage } from '../../fact-extractor.js';
import { MentionResolver } from '../../mentions/mention-resolver.js';
import { isAsked } from '../../text/asked.js';
import { tokenize } from '../../text/tokens.js';
import type { EndedStates } from './ended-states.js';

type Ending = Extract<Directive, { readonly kind: 'end' }>;

const nearby = 15 * 60_000;
export const isPerson = ({ authorKind }: WindowMessage): boolean =>
  authorKind !== 'agent' && authorKind !== 'system';

/** What others said to which a denial may answer, the nearest first; none where it answers a question. */
export const saidByOthers = (
  message: WindowMessage,
  { before, repliedTo }: ReadingContext,
): readonly WindowMessage[] => {
  if (message.replyTo !== null)
    return repliedTo && repliedTo.authorId !== message.authorId && !isAsked(repliedTo.text)
      ? [repliedTo]
      : [];
  const lately = before
    .filter(({ sentAt }) => message.sentAt.getTime() - sentAt.getTime() <= nearby)
    .slice(-5)
    .filter(({ authorId }) => authorId !== message.authorId)
    .reverse();
  const [last] = lately;
  return last && isAsked(last.text) ? [] : lately.filter(isPerson);
};

/** What the speaker said to which a change may belong, the nearest first. */
export const saidByThem = (
  message: WindowMessage,
  { before, repliedTo }: ReadingContext,
): readonly WindowMessage[] => {
  if (message.replyTo !== null) return repliedTo?.authorId === message.authorId ? [repliedTo] : [];
  return before
    .filter(({ authorId }) => authorId === message.authorId)
    .slice(-4)
    .reverse();
};

export const endingWith = (
  what: Ending['what'],
  said: readonly WindowMessage[],
  words: Ending['words'] = null,
): readonly Ending[] =>
  said.length === 0 && what !== 'dated'
    ? []
    : [{ kind: 'end', what, said: said.map(({ recordId }) => recordId), words }];

const names = (said: WindowMessage, { authorId }: WindowMessage, context: ReadingContext): boolean =>
  new MentionResolver(said, context)
    .peopleIn(tokenize(said.text, 0), said.authorId)
    .some(({ who: { ref } }) => ref?.kind === 'entity' && ref.entityId === authorId);

/** That what others told is not so; of the nearest that may have told it the whole message, where it names who denies it. */
export const denied = (
  message: WindowMessage,
  context: ReadingContext,
  others: readonly WindowMessage[],
): EndedStates => {
  const [nearest] = others;
  return {
    endings: endingWith('told-of-them', others),
    corrects: nearest && names(nearest, message, context) ? [nearest.recordId] : [],
  };
};

/** What its speaker takes back: what they said just now. */
export const takenBack = (message: WindowMessage, context: ReadingContext): EndedStates | null => {
  const [last] = saidByThem(message, context);
  const isLate =
    !last || (message.replyTo === null && message.sentAt.getTime() - last.sentAt.getTime() > nearby);
  return isLate || isAsked(last.text)
    ? null
    : { endings: endingWith('own', [last]), corrects: [last.recordId] };
};
