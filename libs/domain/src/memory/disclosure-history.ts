import type { Disclosure, Sensitivity, VisibilityScope } from '../words.js';

/** What people decided so far about who may hear one memory, each by the clock of whoever decided it. */
export interface DisclosureHistory {
  /** Whom it was kept from, when last. */
  readonly keptAt: ReadonlyMap<string, Date>;
  /** Whom it was kept from and then no longer, every time. */
  readonly freedAt: ReadonlyMap<string, readonly Date[]>;
  /** When it was last kept closer to everybody, or let be told to more. */
  readonly closedAt: Date | null;
  readonly openedAt: Date | null;
  readonly loweredAt: Date | null;
}

export const nothingDecided: DisclosureHistory = {
  keptAt: new Map(),
  freedAt: new Map(),
  closedAt: null,
  openedAt: null,
  loweredAt: null,
};

/** Who may hear it, as far as people decide about that. */
export interface Reach {
  readonly scope: VisibilityScope;
  readonly sensitivity: Sensitivity;
  readonly portable: boolean;
  readonly disclosure: Disclosure;
  readonly withheldFromIds: readonly string[];
}
export type ReachChange = { readonly [Field in keyof Reach]?: Reach[Field] | undefined };

const later = (a: Date | null, b: Date): Date => (a !== null && a > b ? a : b);

const noted = <Time>(
  times: ReadonlyMap<string, Time>,
  ids: readonly string[],
  timeOf: (known: Time | undefined) => Time,
): ReadonlyMap<string, Time> => new Map([...times, ...ids.map((id) => [id, timeOf(times.get(id))] as const)]);

const isClosed = (before: Reach, { disclosure, sensitivity, scope, portable }: ReachChange): boolean =>
  // "Don't tell Tom" keeps what is public in its conversation too, and from nobody there but Tom.
  (disclosure === 'conversation_private' && sensitivity !== 0) ||
  (sensitivity !== undefined && sensitivity > before.sensitivity) ||
  scope === 'system' ||
  portable === false;

/** The history once a person decided this, `at` their clock, of a memory that reached so far before. */
export const withDecision = (
  history: DisclosureHistory,
  before: Reach,
  change: ReachChange,
  at: Date,
): DisclosureHistory => {
  const { withheldFromIds: kept, disclosure, sensitivity } = change;
  const freed = kept ? before.withheldFromIds.filter((id) => !kept.includes(id)) : [];
  const isOpened = disclosure === 'public' && before.disclosure !== 'public';
  const isLowered = sensitivity !== undefined && sensitivity < before.sensitivity;
  return {
    keptAt: noted(history.keptAt, kept ?? [], (known) => later(known ?? null, at)),
    freedAt: noted(history.freedAt, freed, (known = []) => [...known, at]),
    closedAt: isClosed(before, change) ? later(history.closedAt, at) : history.closedAt,
    openedAt: isOpened ? later(history.openedAt, at) : history.openedAt,
    loweredAt: isLowered ? later(history.loweredAt, at) : history.loweredAt,
  };
};

const isAfter = (decided: Date | null | undefined, at: Date): boolean =>
  decided !== null && decided !== undefined && decided > at;

/** INVARIANT: who is kept from it stays so, whatever was said of it before that. */
export const isKeptSince = (history: DisclosureHistory, entityId: string, at: Date): boolean =>
  isAfter(history.keptAt.get(entityId), at);

export const isFreeSince = (history: DisclosureHistory, entityId: string, at: Date): boolean =>
  (history.freedAt.get(entityId) ?? []).some((freed) => freed > at);

/** By what was said at that very moment. */
export const wasFreedAt = (
  history: DisclosureHistory,
  entityIds: readonly string[] | 'everybody',
  at: Date,
): boolean =>
  [...history.freedAt].some(
    ([id, times]) =>
      (entityIds === 'everybody' || entityIds.includes(id)) &&
      times.some((freed) => freed.getTime() === at.getTime()),
  );

export const isOpenSince = (history: DisclosureHistory, at: Date): boolean => isAfter(history.openedAt, at);

export const isLowerSince = (history: DisclosureHistory, at: Date): boolean => isAfter(history.loweredAt, at);

/** INVARIANT: what was kept closer is told to nobody by leave of what was said before that. */
export const isClosedSince = (history: DisclosureHistory, hearerId: string, at: Date): boolean =>
  isAfter(history.closedAt, at) || isKeptSince(history, hearerId, at);
