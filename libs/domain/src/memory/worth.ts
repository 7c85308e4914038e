/** What tells how much a memory is worth keeping. */
export interface WeighedMemory {
  readonly memoryId: string;
  /** 0 to 1. */
  readonly importance: number;
  /** When it was said last. */
  readonly observedAt: Date;
  /** How often it was told, and when last. */
  readonly accessCount: number;
  readonly lastAccessedAt: Date | null;
}

const day = 86_400_000;
/** After so many days it counts half. */
const halfLife = { said: 180 * day, told: 60 * day } as const;
const weights = { importance: 0.5, told: 0.3, said: 0.2 } as const;
/** Told so often, more tells nothing more. */
const often = 50;

const faded = (since: Date, now: Date, half: number): number =>
  0.5 ** (Math.max(0, now.getTime() - since.getTime()) / half);

/** 0 to 1: what is important, what is told often and lately, and what was said lately is worth more. */
export const worthOf = (
  { importance, observedAt, accessCount, lastAccessedAt }: Omit<WeighedMemory, 'memoryId'>,
  now: Date,
): number => {
  const told = Math.min(1, Math.log1p(accessCount) / Math.log1p(often));
  return (
    weights.importance * importance +
    weights.told * (lastAccessedAt === null ? 0 : told * faded(lastAccessedAt, now, halfLife.told)) +
    weights.said * faded(observedAt, now, halfLife.said)
  );
};

/** So many of these that are least worth keeping, the least first; of equals the one said earlier, then by id. */
export const leastWorth = (held: readonly WeighedMemory[], count: number, now: Date): readonly string[] =>
  held
    .map((one) => ({ ...one, worth: worthOf(one, now) }))
    .sort(
      (a, b) =>
        a.worth - b.worth ||
        a.observedAt.getTime() - b.observedAt.getTime() ||
        (a.memoryId < b.memoryId ? -1 : 1),
    )
    .slice(0, Math.max(0, count))
    .map(({ memoryId }) => memoryId);
