import { z } from 'zod';
import { chatSecretsIn, eventKeyOf, eventKeyWithin, type EventScope } from '#domain';
import { eventScopeOf, type MessageEvent } from './message-event.js';
import type { EntityRef, PlaceRef } from './references.js';
import { view } from './view.js';

/** What an agent should answer to a word that was said to Kith itself. */
export const chatReply = view(
  z.object({
    word: z.enum(['register', 'verify', 'whoami', 'forget', 'link']),
    outcome: z.string(),
    text: z.string(),
    /** It is for nobody but whoever said the word. */
    private: z.boolean(),
  }),
);
export type ChatReply = z.output<typeof chatReply>;

/** A message that came before, as it is said now. */
export interface SaidAgain {
  readonly eventKey: string;
  readonly scope: EventScope;
  readonly messageId: string;
  readonly sourceId: string;
  readonly authorId: string;
  readonly text: string;
}

/** A text that holds a token or a code: it is heard before the text is carried on without it. */
export interface SaidSecret {
  readonly eventKey: string;
  readonly text: string;
  readonly sentAt: Date;
  /** Null: nobody says a word by it. What others may read of it is over all the same. */
  readonly author: EntityRef | null;
  /** Null where an edit tells no place. */
  readonly source: PlaceRef | null;
  /** As far as the event tells, nobody but an agent reads along. */
  readonly isAlone: boolean;
}

type Posted = Extract<MessageEvent, { type: 'kith.message.posted.v1' }>;

const isMachine = (kind: string | undefined): boolean => kind === 'agent' || kind === 'system';

/** As far as the event tells, this is said to an agent in private. */
export const isSaidAlone = ({ data: { source, author, participants } }: Posted): boolean =>
  source.type === 'dm' &&
  participants.every(
    ({ platform_user_id: id, kind, role }) =>
      id === author.platform_user_id || role === 'agent' || isMachine(kind),
  );

/** People say words; what an agent writes is none. */
export const saysWords = ({ data: { author } }: Posted): boolean => !isMachine(author.kind);

/** What an agent answers to one person in private is read by that person. */
const isAnsweredAlone = ({ data: { source, participants } }: Posted): boolean =>
  source.type === 'dm' &&
  participants.filter(({ role, kind }) => role !== 'agent' && !isMachine(kind)).length <= 1;

export const secretSaidIn = (event: MessageEvent): SaidSecret | null => {
  if (event.type !== 'kith.message.posted.v1' && event.type !== 'kith.message.edited.v1') return null;
  const { platform, text, source } = event.data;
  if (chatSecretsIn(text).length === 0) return null;
  const said = {
    eventKey: eventKeyWithin(eventKeyOf(event), eventScopeOf(event)),
    text,
    source: source ? { ...source, platform: source.platform ?? platform } : null,
  };
  if (event.type === 'kith.message.edited.v1')
    return { ...said, sentAt: event.data.edited_at, author: null, isAlone: false };
  const { author, sent_at: sentAt } = event.data;
  return saysWords(event)
    ? {
        ...said,
        sentAt,
        author: { ...author, platform: author.platform ?? platform },
        isAlone: isSaidAlone(event),
      }
    : { ...said, sentAt, author: null, isAlone: isAnsweredAlone(event) };
};
