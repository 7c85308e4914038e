import { event, type KithEventData, type KithEventOf } from '../events.js';

export type ErasureEvent = KithEventOf<
  'ErasureOrdered' | 'ErasurePlanned' | 'ErasureAdvanced' | 'ErasureScanned' | 'ErasureFinished'
>;

/** An erasure as far as deciding about it needs to know it. */
export interface ErasureState {
  readonly erasureId: string;
  readonly kind: KithEventData<'ErasureOrdered'>['kind'];
  readonly entityIds: readonly string[];
  readonly sourceIds: readonly string[];
  readonly isOwn: boolean;
  readonly phase: 'ordered' | 'planned' | 'scanned' | 'finished';
}

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

/** `running`: erasures that are not finished. One of the same is not begun a second time. */
export const orderErasure = (
  order: KithEventData<'ErasureOrdered'>,
  running: readonly ErasureState[],
): { readonly erasureId: string; readonly events: readonly ErasureEvent[] } => {
  const same = running.find(
    ({ kind, entityIds, sourceIds, isOwn }) =>
      kind === order.kind &&
      isOwn === order.isOwn &&
      sameIds(entityIds, order.entityIds) &&
      sameIds(sourceIds, order.sourceIds),
  );
  if (same) return { erasureId: same.erasureId, events: [] };
  return { erasureId: order.erasureId, events: [event('ErasureOrdered', order, order.at)] };
};

type Plan = Omit<KithEventData<'ErasurePlanned'>, 'erasureId' | 'isLast'>;

/** Ids in one event: what is read and written at once stays small. */
const idsTogether = 2_000;

const parts = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / idsTogether) }, (_, part) =>
    items.slice(part * idsTogether, (part + 1) * idsTogether),
  );

/** A plan is made once: what is erased by then tells no more of what else was meant. */
export const planErasure = (state: ErasureState, plan: Plan, at: Date): readonly ErasureEvent[] => {
  if (state.phase !== 'ordered') return [];
  const { erasureId } = state;
  const nothing: Plan = {
    memoryIds: [],
    recordIds: [],
    namesOf: [],
    placesOf: [],
    known: { memories: 0, messages: 0 },
  };
  const pieces: readonly Plan[] = [
    ...parts(plan.memoryIds).map((memoryIds) => ({ ...nothing, memoryIds: [...memoryIds] })),
    ...parts(plan.recordIds).map((recordIds) => ({ ...nothing, recordIds: [...recordIds] })),
    { ...plan, memoryIds: [], recordIds: [] },
  ];
  return pieces.map((piece, index) =>
    event('ErasurePlanned', { ...piece, erasureId, isLast: index === pieces.length - 1 }, at),
  );
};

/** Once, after it was carried out. */
export const scanErasure = (
  state: ErasureState,
  residual: KithEventData<'ErasureScanned'>['residual'],
  at: Date,
): readonly ErasureEvent[] =>
  state.phase === 'planned' ? [event('ErasureScanned', { erasureId: state.erasureId, residual }, at)] : [];

/** A receipt is given once; whoever finishes it a second time changes nothing. */
export const finishErasure = (
  state: ErasureState,
  end: Omit<KithEventData<'ErasureFinished'>, 'erasureId'>,
  at: Date,
): readonly ErasureEvent[] =>
  state.phase === 'finished' ? [] : [event('ErasureFinished', { erasureId: state.erasureId, ...end }, at)];

export const evolveErasure = (
  state: ErasureState | null,
  { type, data }: ErasureEvent,
): ErasureState | null => {
  if (type === 'ErasureOrdered') {
    const { erasureId, kind, entityIds, sourceIds, isOwn } = data;
    return { erasureId, kind, entityIds, sourceIds, isOwn, phase: 'ordered' };
  }
  if (state === null) return null;
  switch (type) {
    case 'ErasurePlanned':
      return data.isLast ? { ...state, phase: 'planned' } : state;
    case 'ErasureAdvanced':
      return state;
    case 'ErasureScanned':
      return { ...state, phase: 'scanned' };
    case 'ErasureFinished':
      return { ...state, phase: 'finished' };
  }
};
