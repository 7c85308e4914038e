import { evidenceKinds, type Evidence, type EvidenceKind } from './evidence.js';
import type { Exclusion } from './exclusion.js';
import { handleFormsOf } from './handle.js';
import { displayNameEvidence, handleEvidence, type Alike } from './name-evidence.js';
import type { AccountProfile, PairContext } from './profile.js';

export interface LinkScore {
  /** From 0 to 1. */
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  /** Whether some of the evidence may link without a person deciding. */
  readonly strong: boolean;
  readonly excludedBy: Exclusion | null;
  /** What a reviewer should look at twice, as sentences. */
  readonly suspicions: readonly string[];
}

const isSameId = (a: AccountProfile, b: AccountProfile): boolean =>
  a.verified !== null &&
  b.verified !== null &&
  a.verified.iss === b.verified.iss &&
  a.verified.sub === b.verified.sub;

const proofs = (a: AccountProfile, b: AccountProfile, pair: PairContext): readonly Alike[] => [
  ...(isSameId(a, b) ? [{ kind: 'same-verified-id', detail: a.verified?.iss ?? '' } as const] : []),
  ...(pair.codeConfirmed ? [{ kind: 'code-confirmed', detail: 'on both sides' } as const] : []),
  ...(pair.renamedByPlatform ? [{ kind: 'renamed-by-platform', detail: a.platform } as const] : []),
];

const declares = (a: AccountProfile, b: AccountProfile): boolean => {
  const handle = b.handle === null ? null : handleFormsOf(b.handle).written;
  return a.declared.some(
    (said) =>
      said.platform === b.platform && handle !== null && handleFormsOf(said.handle).written === handle,
  );
};

const declarations = (a: AccountProfile, b: AccountProfile): readonly Alike[] => {
  const [forth, back] = [declares(a, b), declares(b, a)];
  if (forth && back)
    return [{ kind: 'declared-by-both', detail: [a.platform, b.platform].sort().join(' and ') }];
  if (!forth && !back) return [];
  return [{ kind: 'declared-by-one', detail: forth ? a.platform : b.platform }];
};

/** Of each family the heaviest. */
const heaviest = (found: readonly Alike[]): readonly Evidence[] => {
  const best = new Map<string, Evidence>();
  for (const { kind, detail } of found) {
    const { family, weight } = evidenceKinds[kind];
    const before = best.get(family);
    if (
      before === undefined ||
      weight > before.weight ||
      (weight === before.weight && detail < before.detail)
    )
      best.set(family, { kind, weight, detail });
  }
  return [...best.values()].sort((x, y) => y.weight - x.weight || (x.kind < y.kind ? -1 : 1));
};

const exclusionOf = (
  a: AccountProfile,
  b: AccountProfile,
  pair: PairContext,
  evidence: readonly Evidence[],
): Exclusion | null => {
  if (a.entityId === b.entityId) return 'one-account';
  const before: readonly EvidenceKind[] | null = pair.decidedDifferentOn;
  if (before !== null && !evidence.some(({ kind }) => evidenceKinds[kind].strong && !before.includes(kind)))
    return 'decided-different';
  if (a.verified !== null && b.verified !== null && !isSameId(a, b)) return 'conflicting-verified-ids';
  if (pair.spokeAtOnce) return 'spoke-at-once';
  return a.platform === b.platform ? 'same-platform' : null;
};

/** How likely two accounts are one person's, and why. The same whichever is named first. */
export const scoreLink = (a: AccountProfile, b: AccountProfile, pair: PairContext): LinkScore => {
  const evidence = heaviest([
    ...proofs(a, b, pair),
    ...declarations(a, b),
    ...handleEvidence(a, b),
    ...displayNameEvidence(a, b),
  ]);
  return {
    confidence: 1 - evidence.reduce((doubt, { weight }) => doubt * (1 - weight), 1),
    evidence,
    strong: evidence.some(({ kind }) => evidenceKinds[kind].strong),
    excludedBy: exclusionOf(a, b, pair, evidence),
    suspicions: [],
  };
};
