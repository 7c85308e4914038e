import type { ProposedFact } from '#domain';

/** What somebody who reads holds to be said in a message. */
export interface Proposal extends ProposedFact {
  readonly recordId: string;
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
