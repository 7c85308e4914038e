type Metadata = Readonly<Record<string, unknown>>;

/** Whom a memory may be about whose subject is not settled. */
export const candidatesIn = (metadata: Metadata | null): readonly string[] => {
  const candidates = metadata?.['candidates'];
  return Array.isArray(candidates) ? candidates.filter((id): id is string => typeof id === 'string') : [];
};

export const withCandidates = (metadata: Metadata, candidates: readonly string[]): Metadata => ({
  ...metadata,
  candidates: [...candidates],
});

export const withoutCandidates = (metadata: Metadata): Metadata =>
  Object.fromEntries(Object.entries(metadata).filter(([field]) => field !== 'candidates'));
