import type { Memory } from '#domain';
import type { StreamAppend } from '#event-log';
import type { ExtractedMessage } from '../../message-context/message-context.js';
import type { Touched } from '../../settle-topics/settle-topics.js';

/** What an order keeps of a fact: from these people, and where that is all, from nobody else. */
export interface KeptFact {
  readonly memory: Memory;
  readonly fromIds: readonly string[];
  readonly isOnlyFromSome: boolean;
}
/** What it keeps of a message, whatever is held of it. */
export interface KeptMessage {
  readonly recordId: string;
  readonly sourceId: string;
  readonly fromIds: readonly string[];
  readonly isOnlyFromSome: boolean;
}

/** What carrying out a directive does. */
export interface Effect {
  readonly appends: readonly StreamAppend[];
  /** What it keeps from somebody: appended with what the other directives of its message keep. */
  readonly keeps?: { readonly facts: readonly KeptFact[]; readonly messages: readonly KeptMessage[] };
  readonly destroyed: readonly string[];
  readonly touched: readonly Touched[];
}

const ways = ['MessageEdited', 'MessageDeleted'] as const;
/** The messages, but for the order itself, that lost their words by it, in one of these ways. */
export const emptiedBy = (
  orderId: string,
  { appends }: Effect,
  by: readonly (typeof ways)[number][] = ways,
): readonly string[] =>
  appends.flatMap(({ events }) =>
    events.flatMap((event) =>
      (event.type === 'MessageEdited' || event.type === 'MessageDeleted') &&
      by.includes(event.type) &&
      event.data.keyId !== orderId
        ? [event.data.keyId]
        : [],
    ),
  );

/** Who asks, and what they said by then. */
export interface Asking {
  readonly item: ExtractedMessage;
  readonly said: readonly Memory[];
  readonly cluster: readonly string[];
  /** What was held from this message before it was read again. */
  readonly toldBefore: ReadonlySet<string>;
}
