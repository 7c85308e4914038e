import { directoryOf, foldName, isCalledAt, type SubjectRef } from '#identity';
import type { Mentions } from '../mentions.js';

/**
 * Who was meant by a name when it was said; null: nobody whom the place knew by it then.
 * INVARIANT: whoever comes later, or takes the name later, is not whom a leave was given.
 */
export const meantThen = (who: Mentions, name: string): SubjectRef | null => {
  const { message, context } = who;
  const mention = who.platformMention({ text: name });
  if (mention) return mention;
  const ref = who.resolve(name, name.startsWith('@'));
  if (ref.kind !== 'entity') return null;
  const person = directoryOf(context.people).byId(ref.entityId);
  if (!person) return message.mentionIds.includes(ref.entityId) ? ref : null;
  const borne = person.names.filter((one) => isCalledAt(person.names, one, message.sentAt));
  const isCalledSo = directoryOf([{ ...person, names: borne }]).find(foldName(name)).length > 0;
  return person.knownSince <= message.sentAt && isCalledSo ? ref : null;
};
