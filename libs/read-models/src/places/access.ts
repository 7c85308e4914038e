import type { SourceAccess } from '#domain';

/** Somebody said at that moment how open a place is. Times are ISO: they are kept as JSON. */
export interface Statement {
  readonly at: string;
  readonly access: SourceAccess;
  /** Nobody said, and there it is open by default. */
  readonly isDefault: boolean;
}

/** A half-open stretch of time in which a place was restricted; null is without end on that side. */
export interface Confinement {
  readonly from: string | null;
  readonly to: string | null;
}

export const always: readonly Confinement[] = [{ from: null, to: null }];

/** Of two at one moment the stricter holds. What only says once more what held is not kept. */
const inOrder = (statements: readonly Statement[]): readonly Statement[] => {
  const sorted = statements.toSorted((a, b) =>
    a.at === b.at ? (a.access < b.access ? 1 : -1) : a.at < b.at ? -1 : 1,
  );
  // Of what was left to the default only the first counts, and only until somebody said.
  const said = sorted.filter((one, index) => !one.isDefault || index === 0);
  const strictest = said.filter((one, index) => said[index - 1]?.at !== one.at);
  return strictest.filter((one, index) => strictest[index - 1]?.access !== one.access);
};

export const withStatement = (
  statements: readonly Statement[],
  statement: Omit<Statement, 'at'> | null,
  at: Date,
): readonly Statement[] =>
  statement === null ? statements : inOrder([...statements, { ...statement, at: at.toISOString() }]);

/** What held at first is taken to have held before: a message may be older than what is known of its place. */
const restrictedTimes = (statements: readonly Statement[]): readonly Confinement[] =>
  statements.flatMap(({ access, at }, index) =>
    access === 'restricted' ? [{ from: index === 0 ? null : at, to: statements[index + 1]?.at ?? null }] : [],
  );

export const confinements = (
  own: readonly Statement[],
  inherited: readonly Confinement[],
): readonly Confinement[] => [
  ...new Map(
    [...inherited, ...restrictedTimes(own)].map((time) => [JSON.stringify([time.from, time.to]), time]),
  ).values(),
];
