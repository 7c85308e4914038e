import type { LinkThresholds } from '#domain';
import { evidenceKinds, type WeighedEvidence } from './evidence.js';
import { exclusions } from './exclusion.js';
import type { LinkScore } from './score.js';

/** What a score leads to: a link by itself, an item of the review queue, or nothing. */
export type LinkSuggestion = 'link' | 'review' | 'nothing';

/** Somebody or something said that they are one: two names that are alike say nothing. */
const saysMoreThanNames = (evidence: readonly WeighedEvidence[]): boolean =>
  evidence.some(({ kind }) => ['proof', 'declaration', 'platform'].includes(evidenceKinds[kind].family));

// INVARIANT: nothing links by itself without strong evidence, nor where anything excludes it.
export const decideLink = (
  { confidence, evidence, strong, excludedBy }: LinkScore,
  thresholds: LinkThresholds,
): LinkSuggestion => {
  if (confidence < thresholds['identity.require_review_threshold']) return 'nothing';
  if (excludedBy === null)
    return strong && confidence >= thresholds['identity.auto_link_threshold'] ? 'link' : 'review';
  switch (exclusions[excludedBy].reviewedOn) {
    case 'nothing':
      return 'nothing';
    case 'proof':
      return strong ? 'review' : 'nothing';
    case 'more-than-names':
      return saysMoreThanNames(evidence) ? 'review' : 'nothing';
  }
};
