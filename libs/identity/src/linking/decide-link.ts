import { evidenceKinds, type Evidence } from './evidence.js';
import { exclusions } from './exclusion.js';
import type { LinkScore } from './score.js';

export interface LinkThresholds {
  /** `identity.auto_link_threshold` */
  readonly autoLink: number;
  /** `identity.require_review_threshold` */
  readonly requireReview: number;
}

export const defaultLinkThresholds: LinkThresholds = { autoLink: 0.95, requireReview: 0.5 };

/** What a score leads to: a link by itself, an item of the review queue, or nothing. */
export type LinkVerdict = 'link' | 'review' | 'nothing';

/** Somebody or something said that they are one: two names that are alike say nothing. */
const saysMoreThanNames = (evidence: readonly Evidence[]): boolean =>
  evidence.some(({ kind }) => ['proof', 'declaration', 'platform'].includes(evidenceKinds[kind].family));

// INVARIANT: nothing links by itself without strong evidence, nor where anything excludes it.
export const decideLink = (
  { confidence, evidence, strong, excludedBy }: LinkScore,
  { autoLink, requireReview }: LinkThresholds,
): LinkVerdict => {
  if (confidence < requireReview) return 'nothing';
  if (excludedBy === null) return strong && confidence >= autoLink ? 'link' : 'review';
  switch (exclusions[excludedBy].reviewedOn) {
    case 'nothing':
      return 'nothing';
    case 'proof':
      return strong ? 'review' : 'nothing';
    case 'more-than-names':
      return saysMoreThanNames(evidence) ? 'review' : 'nothing';
  }
};
