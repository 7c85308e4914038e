import type { ProposedFact } from '#domain';

/** What somebody who reads holds to be said in a message. */
export interface Proposal extends ProposedFact {
  readonly recordId: string;
}

/**
 * What becomes of a refused proposal. Whose it is, one who knows these people can say: it waits for an operator, and is told to nobody.
 * Whether words bear a fact is asked of nobody, and what is forged, confided or secret is not kept for anybody to read.
 */
export const fateOf = {
  'message-not-given': 'dropped',
  'no-human-author': 'dropped',
  'message-too-long': 'dropped',
  'quote-not-said': 'dropped',
  'quote-of-another': 'dropped',
  'order-applies': 'dropped',
  'credential-refused': 'dropped',
  'said-in-confidence': 'dropped',
  'not-meant': 'dropped',
  'taken-back': 'dropped',
  'time-not-said': 'dropped',
  'content-malformed': 'dropped',
  'number-not-said': 'dropped',
  'name-not-said': 'dropped',
  'words-not-said': 'dropped',
  'polarity-differs': 'dropped',
  'modality-differs': 'dropped',
  doubtful: 'dropped',
  'led-to': 'dropped',
  'cut-short': 'dropped',
  'subject-differs': 'dropped',
  'no-antecedent': 'dropped',
  'ambiguous-subject': 'pending',
  'not-alone': 'dropped',
} as const satisfies Record<string, 'dropped' | 'pending'>;

/** Why a proposal became no fact. Counted, so that it is seen what a proposer gets wrong. */
export type VerifierReason = keyof typeof fateOf;
