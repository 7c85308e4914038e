import { exclusions } from './exclusion.js';
import type { LinkScore } from './score.js';

export interface LinkThresholds {
  /** `identity.auto_link_threshold` */
  readonly autoLink: number;
  /** `identity.require_review_threshold` */
  readonly requireReview: number;
}

export const defaultLinkThresholds: LinkThresholds = { autoLink: 0.95, requireReview: 0.6 };

/** What a score leads to: a link by itself, an item of the review queue, or nothing. */
export type LinkVerdict = 'link' | 'review' | 'nothing';

// INVARIANT: nothing links by itself without strong evidence, nor where anything excludes it.
export const decideLink = (
  { confidence, strong, excludedBy }: LinkScore,
  { autoLink, requireReview }: LinkThresholds,
): LinkVerdict => {
  if (confidence < requireReview) return 'nothing';
  if (excludedBy === null) return strong && confidence >= autoLink ? 'link' : 'review';
  switch (exclusions[excludedBy].reviewed) {
    case 'never':
      return 'nothing';
    case 'as-conflict':
      return 'review';
    case 'when-strong':
      return strong ? 'review' : 'nothing';
  }
};
