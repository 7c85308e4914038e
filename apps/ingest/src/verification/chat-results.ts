import type { ChatWordName, FieldError } from '#domain';

/** What came of a word, by ids alone: what is answered is worded when somebody asks for it. */
export interface ChatResult {
  readonly word: ChatWordName;
  readonly outcome: ChatOutcome;
  readonly entityId: string;
  /** Nobody but the agent read it. */
  readonly isPrivate: boolean;
  readonly codeId?: string;
  /** Whose account it was joined with. */
  readonly otherId?: string;
  readonly fault?: FieldError;
}

export type ChatOutcome =
  | 'misused'
  | 'heard'
  | 'registered'
  | 'verified'
  | 'bad-token'
  | 'token-spent'
  | 'verified-as-other'
  | 'not-set-up'
  | 'keys-away'
  | 'code-given'
  | 'ask-in-private'
  | 'linked'
  | 'waits-for-review'
  | 'own-code'
  | 'no-such-code'
  | 'said-aloud'
  | 'too-many-tries';

/** Under which it is remembered what came of the word in an event's message; by its key within its platform and agent. */
export const chatCommandOf = (eventKey: string): string => `chat:${eventKey}`;
