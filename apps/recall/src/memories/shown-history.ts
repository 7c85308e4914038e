import type { KithEvent } from '#domain';

/** The other memories that an event of a memory names. */
export const otherIds = (data: object): readonly string[] => {
  const { by, with: others } = data as { readonly by?: unknown; readonly with?: unknown };
  return [
    ...(typeof by === 'string' && 'at' in data ? [by] : []),
    ...(Array.isArray(others) ? others.filter((id) => typeof id === 'string') : []),
  ];
};

/** Whether what this id names may be heard. */
type May = (id: string) => boolean;

/**
 * What may be told of what others did to a memory: that it was replaced, by what may be heard; that it stands again, if
 * the replacing was told; that it is contradicted, as often as what may be heard of that changed.
 */
export const shownEvents = <Event extends KithEvent>(
  events: readonly Event[],
  may: May,
): readonly Event[] => {
  let conflicts = '';
  let isReplaced = false;
  return events.filter((event) => {
    if (event.type === 'MemoryConflictsFound') {
      const before = conflicts;
      conflicts = otherIds(event.data).filter(may).sort().join();
      return conflicts !== before;
    }
    if (event.type === 'MemorySuperseded') {
      isReplaced = may(event.data.by);
      return isReplaced;
    }
    if (event.type === 'MemoryRestored') {
      const wasReplaced = isReplaced;
      isReplaced = false;
      return wasReplaced;
    }
    return otherIds(event.data).every(may);
  });
};

const snake = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** Whom it is kept from, whom else it might have meant and which key decided is for operators: others need not learn of it. */
const forOperators: ReadonlySet<string> = new Set(['withheldFromIds', 'candidates', 'metadata', 'reviewId']);
const isActor = (field: string, value: unknown): boolean =>
  field === 'by' && typeof value === 'object' && value !== null;

export const shownData = (data: object, isInspected: boolean, may: May): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([field, value]) => isInspected || !(forOperators.has(field) || isActor(field, value)))
      .map(([field, value]) => [
        snake(field),
        field === 'with' && Array.isArray(value) ? value.filter((id) => may(String(id))) : (value as unknown),
      ]),
  );
