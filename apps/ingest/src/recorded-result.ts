import type { DiscardReason, EventScope, FieldError } from '#domain';

/** INVARIANT: the one command id of an adaptor's event; carried out once, however often it is delivered. */
export const commandIdOf = (eventKey: string): string => `event:${eventKey}`;

/** Which message an edit or a deletion is of; it may come later. */
export interface Revision {
  readonly platform: string;
  readonly messageId: string;
  readonly sourceId: string | null;
  /** Whose message it is said to be of. Of before it was kept: not known, and any agent's. */
  readonly agentId?: string | null;
  /** Of the revision in the log; 0 where it was not recorded. */
  readonly position: string;
}

/** What is remembered of a carried-out event: the message it posted, or what it did to one. */
export interface RecordedResult {
  readonly recordId: string | null;
  /** For which platform and agent it was published. Of before that was kept: not known. */
  readonly by?: EventScope;
  readonly revision?: Revision;
  /** It was not carried out, and never will be. */
  readonly refused?: FieldError;
  /** It was parked, and let go of. */
  readonly discarded?: DiscardReason;
  /** The trace in which it came, where anybody collects them: what comes of it later goes on in there. */
  readonly traceparent?: string;
  /** What it orders may reach other agents than the one that heard it. */
  readonly reachesAll?: boolean;
}
