import { event, type KithEventOf, type KithEventData } from '../events.js';

/** One message of a platform, as far as deciding about it needs to know it. */
export interface MessageState {
  readonly isRecorded: boolean;
  /** Said by its platform, whether or not the message has come. */
  readonly isDeleted: boolean;
}

export type StoredMessageEvent = KithEventOf<'MessageRecorded' | 'MessageEdited' | 'MessageDeleted'>;

const absent: MessageState = { isRecorded: false, isDeleted: false };

/** Records a message once. INVARIANT: of one that was deleted before it came no words are recorded. */
export const recordMessage = (
  posted: KithEventData<'MessageRecorded'>,
  state: MessageState | null,
): readonly StoredMessageEvent[] => {
  const { isRecorded, isDeleted } = state ?? absent;
  if (isRecorded) return [];
  return [event('MessageRecorded', isDeleted ? { ...posted, text: null } : posted, posted.sentAt)];
};

/** Records an edit, whether or not the message has come. INVARIANT: of one that was deleted no words are recorded. */
export const editMessage = (
  edit: KithEventData<'MessageEdited'>,
  state: MessageState | null,
): readonly StoredMessageEvent[] => [
  event('MessageEdited', state?.isDeleted === true ? { ...edit, text: null } : edit, edit.at),
];

export const deleteMessage = (deletion: KithEventData<'MessageDeleted'>): readonly StoredMessageEvent[] => [
  event('MessageDeleted', deletion, deletion.at),
];

export const evolveMessage = (state: MessageState | null, { type }: StoredMessageEvent): MessageState => {
  const before = state ?? absent;
  switch (type) {
    case 'MessageRecorded':
      return { ...before, isRecorded: true };
    case 'MessageDeleted':
      return { ...before, isDeleted: true };
    case 'MessageEdited':
      return before;
  }
};
