import type { NamedPerson, SubjectRef } from '#identity';

type PersonKind = 'human' | 'agent' | 'org' | 'system' | 'unknown';

/** A message, as far as what is ordered in it depends on it. */
export interface HeardMessage {
  readonly authorId: string;
  readonly authorKind: PersonKind;
  readonly text: string;
  readonly sentAt: Date;
  readonly replyTo: string | null;
  readonly mentionIds: readonly string[];
}

/** What surrounds it. */
export interface HeardContext {
  readonly tenantId: string;
  readonly agentEntityId: string;
  readonly place: { readonly type: 'dm' | 'group' | 'thread' | 'workspace' };
  readonly people: readonly (NamedPerson & { readonly kind: PersonKind })[];
  readonly before: readonly HeardMessage[];
  readonly repliedTo: HeardMessage | null;
}

/** Who is meant in one message: a port, for whoever reads messages has to find that out anyway. */
export interface Mentions {
  readonly message: HeardMessage;
  readonly context: HeardContext;
  /** Set when earlier messages were looked at: one that arrives late may change the answer. */
  usedContext: boolean;
  resolve(name: string, isMarked: boolean): SubjectRef;
  /** A mention as the platform writes it. */
  platformMention(token: { readonly text: string }): SubjectRef | null;
  antecedent(pronoun: string): { readonly who: readonly { readonly ref: SubjectRef | null }[] };
  /** The text with code, quotations and markup blanked out, in the same places. */
  ownWords(text: string): string;
}
