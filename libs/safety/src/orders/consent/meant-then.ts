import { directoryOf, foldName, isCalledAt, type SubjectRef } from '#identity';
import type { Mentions } from '../mentions.js';

type Person = Mentions['context']['people'][number];

/** For so long after somebody gave a name up, whoever took it is not sure to be meant by it. */
const unsettledMs = 30 * 86_400_000;

/** A name that an account bears; what somebody says they are called is not borne by their word alone. */
const isOfAccount = ({ kind }: Person['names'][number]): boolean => kind !== 'alias';

const wasAnothers = ({ context, message }: Mentions, entityId: string, name: string): boolean => {
  const folded = foldName(name);
  return context.people.some(
    (other) =>
      other.entityId !== entityId &&
      other.names.some(
        (one) =>
          isOfAccount(one) &&
          foldName(one.text) === folded &&
          one.until !== undefined &&
          one.until <= message.sentAt &&
          message.sentAt.getTime() - one.until.getTime() < unsettledMs,
      ),
  );
};

/**
 * Who was meant by a name when it was said; null: nobody whom the place knew by it then.
 * INVARIANT: a leave reaches nobody who comes later, takes the name later, took it from another lately, or only says that
 * they are called so.
 */
export const meantThen = (who: Mentions, name: string): SubjectRef | null => {
  const { message, context } = who;
  const mention = who.platformMention({ text: name });
  if (mention) return mention;
  const ref = who.resolve(name, name.startsWith('@'));
  if (ref.kind !== 'entity') return null;
  const person = directoryOf(context.people).byId(ref.entityId);
  if (!person) return message.mentionIds.includes(ref.entityId) ? ref : null;
  const borne = person.names.filter(
    (one) => isOfAccount(one) && isCalledAt(person.names, one, message.sentAt),
  );
  const isCalledSo = directoryOf([{ ...person, names: borne }]).find(foldName(name)).length > 0;
  return person.knownSince <= message.sentAt && isCalledSo && !wasAnothers(who, ref.entityId, name)
    ? ref
    : null;
};
