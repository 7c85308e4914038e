import { companyEvidence } from './company.js';
import { evidenceKinds, type WeighedEvidence, type EvidenceKind } from './evidence.js';
import { exclusionOf, isSameVerifiedId, type Exclusion } from './exclusion.js';
import { bothOf, type Found } from './found.js';
import { presentHandleOf } from './forms.js';
import { handleFormsOf } from './handle.js';
import { displayNameEvidence, handleEvidence } from './name-evidence.js';
import type { AccountProfile, PairContext } from './profile.js';
import { suspicionsOf } from './suspicions.js';

export interface LinkScore {
  /** From 0 to 1: one less all doubt that each evidence leaves. */
  readonly confidence: number;
  /** The heaviest first. */
  readonly evidence: readonly WeighedEvidence[];
  /** Whether some of the evidence may link without a person deciding. */
  readonly strong: boolean;
  readonly excludedBy: Exclusion | null;
  /** What a reviewer should look at twice, as sentences. */
  readonly suspicions: readonly string[];
}

const proofs = (a: AccountProfile, b: AccountProfile, pair: PairContext): readonly Found[] => [
  ...(isSameVerifiedId(a, b)
    ? [{ kind: 'same-verified-id', share: 1, detail: `by ${a.verified?.iss ?? ''}` } as const]
    : []),
  ...(pair.codeConfirmed ? [{ kind: 'code-confirmed', share: 1, detail: 'on both sides' } as const] : []),
  ...(pair.renamedByPlatform
    ? [{ kind: 'renamed-by-platform', share: 1, detail: bothOf(a.platform, b.platform) } as const]
    : []),
];

const declares = (a: AccountProfile, b: AccountProfile): boolean => {
  const theirs = presentHandleOf(b)?.written;
  return a.declared.some(
    ({ platform, handle }) => platform === b.platform && handleFormsOf(handle).written === theirs,
  );
};

export const declaredByOne = 'declared-by-one';
/** What is noted of it: on which side it was said. */
export const saidByOneOf = (platform: string): string => `by the one of ${platform}`;

const declarations = (a: AccountProfile, b: AccountProfile): readonly Found[] => {
  const [forth, back] = [declares(a, b), declares(b, a)];
  const detail = bothOf(a.platform, b.platform);
  if (forth && back) return [{ kind: 'declared-by-both', share: 1, detail }];
  if (!forth && !back) return [];
  return [{ kind: declaredByOne, share: 1, detail: saidByOneOf(forth ? a.platform : b.platform) }];
};

const thousandth = (number: number): number => Math.round(number * 1_000) / 1_000;

/** Of each family the heaviest: two of one family say the same thing twice. */
const heaviest = (found: readonly Found[]): readonly WeighedEvidence[] => {
  const best = new Map<string, WeighedEvidence>();
  for (const { kind, share, detail } of found) {
    const weight = thousandth(evidenceKinds[kind].weight * share);
    const before = best.get(evidenceKinds[kind].family);
    const isHeavier = before === undefined || weight > before.weight;
    if (isHeavier || (weight === before.weight && `${kind} ${detail}` < `${before.kind} ${before.detail}`))
      best.set(evidenceKinds[kind].family, { kind, weight, detail });
  }
  return [...best.values()].sort((x, y) => y.weight - x.weight || (x.kind < y.kind ? -1 : 1));
};

/** How sure all of this together makes it: of each family the heaviest leaves its doubt. */
export const surenessOf = (
  evidence: readonly { readonly kind: EvidenceKind; readonly weight: number }[],
): number => {
  const best = new Map<string, number>();
  for (const { kind, weight } of evidence) {
    const { family } = evidenceKinds[kind];
    best.set(family, Math.max(weight, best.get(family) ?? 0));
  }
  return thousandth(1 - [...best.values()].reduce((doubt, weight) => doubt * (1 - weight), 1));
};

/** How likely two accounts are one person's, and why. The same whichever is named first. */
export const scoreLink = (a: AccountProfile, b: AccountProfile, pair: PairContext): LinkScore => {
  const evidence = heaviest([
    ...proofs(a, b, pair),
    ...declarations(a, b),
    ...handleEvidence(a, b, pair.namesakes),
    ...displayNameEvidence(a, b, pair.namesakes),
    ...companyEvidence(a, b),
  ]);
  return {
    confidence: surenessOf(evidence),
    evidence,
    strong: evidence.some(({ kind }) => evidenceKinds[kind].strong),
    excludedBy: exclusionOf(a, b, pair, evidence),
    suspicions: suspicionsOf(a, b, pair, evidence),
  };
};
