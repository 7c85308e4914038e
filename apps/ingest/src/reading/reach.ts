import type { Sql } from '#database';
import type { KithEventOf } from '#domain';

/** What people decided about how far one memory reaches, each by the clock of whoever decided it. */
export interface Reach {
  /** Whom it was kept from, when last. */
  readonly keptAt: ReadonlyMap<string, Date>;
  /** Whom it was kept from and then no longer, every time. */
  readonly freedAt: ReadonlyMap<string, readonly Date[]>;
  /** When it was last kept closer to everybody, or let be told to more. */
  readonly closedAt: Date | null;
  readonly openedAt: Date | null;
  readonly loweredAt: Date | null;
}

const undecided: Reach = {
  keptAt: new Map(),
  freedAt: new Map(),
  closedAt: null,
  openedAt: null,
  loweredAt: null,
};

type Fields = Partial<
  Pick<
    KithEventOf<'MemoryCorrected'>['data'],
    'withheldFromIds' | 'disclosure' | 'rank' | 'scope' | 'portable'
  >
>;

interface Row {
  readonly memory_id: string;
  readonly type: string;
  readonly occurred_at: Date;
  readonly data: Fields;
}

interface Walk {
  readonly reach: Reach;
  readonly now: Fields;
}

const later = (a: Date | null, b: Date): Date => (a !== null && a > b ? a : b);

const noted = <Time>(
  times: ReadonlyMap<string, Time>,
  ids: readonly string[],
  timeOf: (known: Time | undefined) => Time,
): ReadonlyMap<string, Time> => new Map([...times, ...ids.map((id) => [id, timeOf(times.get(id))] as const)]);

const isClosed = (before: Fields, { disclosure, rank, scope, portable }: Fields): boolean =>
  // "Don't tell Tom" keeps what is public in its conversation too, and from nobody there but Tom.
  (disclosure === 'conversation_private' && rank !== 0) ||
  (rank !== undefined && rank > (before.rank ?? 0)) ||
  scope === 'system' ||
  portable === false;

const next = ({ reach, now }: Walk, { type, data, occurred_at: at }: Row): Walk => {
  if (type === 'MemoryCaptured') return { reach, now: data };
  const { withheldFromIds: kept, disclosure, rank } = data;
  const freed = kept ? (now.withheldFromIds ?? []).filter((id) => !kept.includes(id)) : [];
  return {
    now: { ...now, ...data },
    reach: {
      keptAt: noted(reach.keptAt, kept ?? [], (known) => later(known ?? null, at)),
      freedAt: noted(reach.freedAt, freed, (known = []) => [...known, at]),
      closedAt: isClosed(now, data) ? later(reach.closedAt, at) : reach.closedAt,
      openedAt:
        disclosure === 'public' && now.disclosure !== 'public' ? later(reach.openedAt, at) : reach.openedAt,
      loweredAt: rank !== undefined && rank < (now.rank ?? 0) ? later(reach.loweredAt, at) : reach.loweredAt,
    },
  };
};

/** How far each of these reaches, by all that was decided of it so far. */
export const reachOf = async (
  sql: Sql,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<(memoryId: string) => Reach> => {
  if (memoryIds.length === 0) return () => undecided;
  const rows = await sql.query<Row>(
    `select data ->> 'memoryId' as memory_id, type, occurred_at, data from events
     where tenant_id = $1 and stream = any($2::text[]) and type in ('MemoryCaptured', 'MemoryCorrected') order by stream, version`,
    [tenantId, memoryIds.map((memoryId) => `memory-${memoryId}`)],
  );
  const walks = new Map<string, Walk>();
  for (const row of rows)
    walks.set(row.memory_id, next(walks.get(row.memory_id) ?? { reach: undecided, now: {} }, row));
  return (memoryId) => walks.get(memoryId)?.reach ?? undecided;
};

const isAfter = (decided: Date | null | undefined, at: Date): boolean =>
  decided !== null && decided !== undefined && decided > at;

/** INVARIANT: who is kept from it stays so, whatever was said of it before that. */
export const isKeptSince = (reach: Reach, entityId: string, at: Date): boolean =>
  isAfter(reach.keptAt.get(entityId), at);

export const isFreeSince = (reach: Reach, entityId: string, at: Date): boolean =>
  (reach.freedAt.get(entityId) ?? []).some((freed) => freed > at);

/** By what was said at that very moment. */
export const wasFreedAt = (reach: Reach, entityIds: readonly string[] | 'everybody', at: Date): boolean =>
  [...reach.freedAt].some(
    ([id, times]) =>
      (entityIds === 'everybody' || entityIds.includes(id)) &&
      times.some((freed) => freed.getTime() === at.getTime()),
  );

export const isOpenSince = (reach: Reach, at: Date): boolean => isAfter(reach.openedAt, at);

export const isLowerSince = (reach: Reach, at: Date): boolean => isAfter(reach.loweredAt, at);

/** INVARIANT: what was kept closer is told to nobody by leave of what was said before that. */
export const isClosedSince = (reach: Reach, hearerId: string, at: Date): boolean =>
  isAfter(reach.closedAt, at) || isKeptSince(reach, hearerId, at);
