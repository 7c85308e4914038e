import type { MemoryType } from '#domain';
import type { ReadingContext, WindowMessage } from '../fact-extractor.js';

export const modalities = ['is', 'is-not', 'will'] as const;

/** Out of the closed list of those who can be meant where something was said. */
export type ProposedSubject =
  | { readonly kind: 'author' }
  /** Somebody of the place, or whom the message points at. */
  | { readonly kind: 'person'; readonly entityId: string }
  /** Somebody whom the quote names and nobody knows. */
  | { readonly kind: 'named'; readonly name: string }
  /** Nobody: what is so where it was said. */
  | { readonly kind: 'place' };

/** What somebody who reads holds to be said. It carries no date, no rank and no name of its own. */
export interface Proposal {
  readonly recordId: string;
  /** Word for word out of that message. */
  readonly quote: string;
  readonly subject: ProposedSubject;
  /** Without its subject: "Allergic to figs", "Favorite color: red". */
  readonly content: string;
  readonly memoryType: MemoryType;
  readonly modality: (typeof modalities)[number];
  /** When, in the words of the message. */
  readonly timeWords: string | null;
}

/** What the proposer was given: messages of one place, each with what it is read with. */
export interface GivenMessage {
  readonly message: WindowMessage;
  readonly context: ReadingContext;
}

/** Why a proposal became no fact. Counted, so that it is seen what a proposer gets wrong. */
export const verifierReasons = [
  'message-not-given',
  'no-human-author',
  'message-too-long',
  'quote-not-said',
  'quote-of-another',
  'order-applies',
  'credential-refused',
  'said-in-confidence',
  'not-meant',
  'taken-back',
  'time-not-said',
  'content-malformed',
  'number-not-said',
  'name-not-said',
  'words-not-said',
  'polarity-differs',
  'modality-differs',
  'doubtful',
  'led-to',
  'cut-short',
  'subject-differs',
  'no-antecedent',
  'not-alone',
] as const;
export type VerifierReason = (typeof verifierReasons)[number];
