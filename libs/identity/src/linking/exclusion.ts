/** What speaks against two accounts being one person's. None of these is ever linked automatically. */
export const exclusions = {
  'one-account': { reviewed: 'never', sentence: 'It is one account.' },
  'conflicting-verified-ids': {
    reviewed: 'as-conflict',
    sentence: 'They were verified as two different people.',
  },
  'same-platform': { reviewed: 'as-conflict', sentence: 'They are two accounts of one platform.' },
  'spoke-at-once': { reviewed: 'when-strong', sentence: 'Both were seen writing at the same time.' },
  'decided-different': {
    reviewed: 'when-strong',
    sentence: 'Somebody decided that they are different people, and nothing stronger came since.',
  },
} as const satisfies Record<
  string,
  { readonly reviewed: 'never' | 'as-conflict' | 'when-strong'; readonly sentence: string }
>;

export type Exclusion = keyof typeof exclusions;
