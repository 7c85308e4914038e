import { evidenceKinds, type WeighedEvidence } from './evidence.js';
import type { AccountProfile, PairContext } from './profile.js';

/** What speaks against two accounts being one person's. None of these is ever linked automatically. */
export const exclusions = {
  'one-account': { reviewedOn: 'nothing', sentence: 'It is one account.' },
  'decided-different': {
    reviewedOn: 'nothing',
    sentence: 'Somebody decided that they are different people, and nothing stronger came since.',
  },
  'decided-different-on-less': {
    reviewedOn: 'proof',
    sentence: 'Somebody decided that they are different people, and proof came since.',
  },
  'conflicting-verified-ids': {
    reviewedOn: 'more-than-names',
    sentence: 'They were verified as two different people.',
  },
  'spoke-at-once': { reviewedOn: 'proof', sentence: 'Both were seen writing at the same time.' },
  'spoke-to-each-other': { reviewedOn: 'proof', sentence: 'They talk with each other.' },
  'same-platform': { reviewedOn: 'more-than-names', sentence: 'They are two accounts of one platform.' },
} as const satisfies Record<string, Excluding>;

interface Excluding {
  /** What a reviewer is asked about all the same: a conflict. */
  readonly reviewedOn: 'nothing' | 'proof' | 'more-than-names';
  readonly sentence: string;
}

export type Exclusion = keyof typeof exclusions;

export const isSameVerifiedId = (a: AccountProfile, b: AccountProfile): boolean =>
  a.verified !== null &&
  b.verified !== null &&
  a.verified.iss === b.verified.iss &&
  a.verified.sub === b.verified.sub;

/** The first that holds, the gravest first. */
export const exclusionOf = (
  a: AccountProfile,
  b: AccountProfile,
  pair: PairContext,
  evidence: readonly WeighedEvidence[],
): Exclusion | null => {
  if (a.entityId === b.entityId) return 'one-account';
  const before = pair.decidedDifferentOn;
  const isStronger = evidence.some(
    ({ kind }) => evidenceKinds[kind].strong && before?.includes(kind) !== true,
  );
  if (before !== null) return isStronger ? 'decided-different-on-less' : 'decided-different';
  if (a.verified !== null && b.verified !== null && !isSameVerifiedId(a, b))
    return 'conflicting-verified-ids';
  if (pair.spokeAtOnce) return 'spoke-at-once';
  if (a.contactIds.includes(b.entityId) || b.contactIds.includes(a.entityId)) return 'spoke-to-each-other';
  return a.platform === b.platform ? 'same-platform' : null;
};
