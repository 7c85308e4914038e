/** Somebody said so of a place at that moment; null: they said nothing of it. Times are ISO: they are kept as JSON. */
export interface PlaceStatement<Word extends string = string> {
  readonly at: string;
  readonly is: Word | null;
}

const inOrder = <Word extends string>(
  statements: readonly PlaceStatement<Word>[],
): readonly PlaceStatement<Word>[] => {
  const sorted = statements.toSorted((a, b) =>
    a.at === b.at ? ((a.is ?? '') < (b.is ?? '') ? -1 : 1) : a.at < b.at ? -1 : 1,
  );
  // Silence counts until somebody says, and only the first time.
  const said = sorted.filter(
    ({ at, is }, index) =>
      !(is === null && index > 0) &&
      !sorted.slice(0, index).some((other) => other.at === at && other.is === is),
  );
  // What only says once more what held is not kept.
  return said.filter(({ at, is }, index) => {
    const before = said.filter((other) => other.at === said[index - 1]?.at);
    const now = said.filter((other) => other.at === at);
    return !(before.length === 1 && now.length === 1 && before[0]?.is === is && before[0].at !== at);
  });
};

/**
 * What was said of a place by then: the last of it, or what was said first of all, for something may have been said
 * there before anything was known of the place. Several, where people contradict each other.
 */
export const heldAt = <Word extends string>(
  statements: readonly PlaceStatement<Word>[],
  at: string | null,
): readonly (Word | null)[] => {
  const last = statements.findLast((statement) => at !== null && statement.at <= at) ?? statements[0];
  if (last === undefined) return [null];
  const held = statements.filter((statement) => statement.at === last.at).map(({ is }) => is);
  const said = held.filter((word) => word !== null);
  return said.length > 0 ? said : [null];
};

/**
 * INVARIANT: what is told late, of a time in which something else was confirmed since, is contested: both are held, and
 * whoever judges takes the stricter.
 */
export const withStatement = <Word extends string>(
  statements: readonly PlaceStatement<Word>[],
  is: Word | null,
  at: Date,
  confirmedAt: Date | null,
): readonly PlaceStatement<Word>[] => {
  const said: PlaceStatement<Word> = { at: at.toISOString(), is };
  const last = statements.at(-1);
  const isContested =
    is !== null && confirmedAt !== null && at < confirmedAt && last !== undefined && last.at <= said.at;
  const held = isContested && last.is !== null ? [{ at: said.at, is: last.is }] : [];
  return inOrder([...statements, said, ...held]);
};
