/** What an evidence speaks of. Two of one family say the same thing twice: the heavier counts. */
type Family = 'proof' | 'declaration' | 'platform' | 'name' | 'display-name' | 'company' | 'habit';

interface Kind {
  readonly family: Family;
  /** How sure this alone makes it, from 0 to 1. */
  readonly weight: number;
  /** Enough to link without a person deciding, where nothing stands against it. */
  readonly strong: boolean;
  /** As a reviewer reads it. */
  readonly sentence: string;
}

/** All that may speak for two accounts being one person's, and how much. */
export const evidenceKinds = {
  'same-verified-id': {
    family: 'proof',
    weight: 0.99,
    strong: true,
    sentence: 'Both were verified by the same issuer as the same person.',
  },
  'code-confirmed': {
    family: 'proof',
    weight: 0.99,
    strong: true,
    sentence: 'A code given to the one was said by the other, and the other way round.',
  },
  'renamed-by-platform': {
    family: 'platform',
    weight: 0.9,
    strong: false,
    sentence: 'The platform said that the one became the other.',
  },
  'declared-by-both': {
    family: 'declaration',
    weight: 0.9,
    strong: false,
    sentence: 'Each said that it is the other.',
  },
  'declared-by-one': {
    family: 'declaration',
    weight: 0.65,
    strong: false,
    sentence: 'One said that it is the other; the other never did.',
  },
  'same-handle': {
    family: 'name',
    weight: 0.8,
    strong: false,
    sentence: 'Both bear the same handle.',
  },
  'same-handle-undecorated': {
    family: 'name',
    weight: 0.76,
    strong: false,
    sentence: 'Their handles are the same but for case, separators, a status or decoration.',
  },
  'same-handle-respelled': {
    family: 'name',
    weight: 0.72,
    strong: false,
    sentence:
      'Their handles are the same but for digits that stand for letters, numbers at the end or look-alike letters.',
  },
  'handle-within': {
    family: 'name',
    weight: 0.68,
    strong: false,
    sentence: 'The handle of the one begins or ends with that of the other.',
  },
  'similar-handle': {
    family: 'name',
    weight: 0.64,
    strong: false,
    sentence: 'Their handles differ by few letters.',
  },
  nickname: {
    family: 'name',
    weight: 0.68,
    strong: false,
    sentence: 'Their handles are the same but for a given name and its nickname.',
  },
  'same-given-name': {
    family: 'name',
    weight: 0.6,
    strong: false,
    sentence: "Their handles begin or end with the same given name, which is many people's.",
  },
  'handle-word-shared': {
    family: 'name',
    weight: 0.62,
    strong: false,
    sentence: 'Their handles share a word.',
  },
  'handles-overlap': {
    family: 'name',
    weight: 0.62,
    strong: false,
    sentence: 'Most letters of the one handle stand in a row in the other.',
  },
  'same-display-name': {
    family: 'display-name',
    weight: 0.2,
    strong: false,
    sentence: 'Both show the same name; anybody may show any name.',
  },
  'display-name-nickname': {
    family: 'display-name',
    weight: 0.15,
    strong: false,
    sentence: 'They show the same name but for a given name and its nickname.',
  },
  'shared-places': {
    family: 'company',
    weight: 0.1,
    strong: false,
    sentence: 'Both take part in the same places.',
  },
  'shared-contacts': {
    family: 'company',
    weight: 0.2,
    strong: false,
    sentence: 'Both talk with the same people.',
  },
  'same-words': {
    family: 'habit',
    weight: 0.15,
    strong: false,
    sentence: 'Both use words that few others use.',
  },
  'same-hours': {
    family: 'habit',
    weight: 0.05,
    strong: false,
    sentence: 'Both write at the same hours.',
  },
} as const satisfies Record<string, Kind>;

export type EvidenceKind = keyof typeof evidenceKinds;

export interface WeighedEvidence {
  readonly kind: EvidenceKind;
  /** That of its kind, or less where it says less. */
  readonly weight: number;
  readonly detail: string;
}
