import {
  answered,
  type Answer,
  type Caller,
  type HistoryEntry,
  type Page,
  type ViewerParams,
  isOperator,
  viewerRefOf,
} from '#contracts';
import type { RecordedEvent } from '#event-log';
import { decide } from '#policy';
import { freshRows, informedOfOne, mayHearReplacementOf } from '#read-models';
import { askByParams, type AnsweringOptions } from './asking.js';
import { notFound, viewerRequired } from './listing.js';
import { auditInspection, decideRows, isAllowed } from './permitted.js';

/**
 * Every event of a memory. What was superseded is no longer heard but has a history, for whoever might hear both it (if it
 * stood) and what superseded it: nobody learns from a history that something hidden exists.
 */
export const memoryHistory = async (
  options: AnsweringOptions,
  caller: Caller,
  memoryId: string,
  viewer: ViewerParams,
): Promise<Answer<Page<HistoryEntry>>> => {
  if (viewerRefOf(viewer) === null && !isOperator(caller)) return viewerRequired;
  const { request } = await askByParams(options.database, options, caller, 'history', viewer);
  const row = (await freshRows(options.database, caller.tenantId, [memoryId])).get(memoryId) ?? null;
  const standing =
    row?.facts.status === 'superseded' ? { ...row.facts, status: 'active' } : (row?.facts ?? null);
  const by = row?.supersededBy ?? null;
  const listing = await informedOfOne(options.database, request, standing);
  const mayHearBy = await mayHearReplacementOf(options.database, request, row);
  if (!row || row.kind !== 'fact' || !standing) return notFound;
  if (decide(listing, standing).decision === 'deny' || !mayHearBy) return notFound;
  const isInspection = request.operation === 'inspect';
  if (isInspection) await auditInspection(options.log, caller, 'history', [memoryId], options.now());
  const events = await options.log.readStream(caller.tenantId, `memory-${memoryId}`);
  const visible = await decideRows(
    options.database,
    request,
    events.flatMap((event) => otherIds(event.data)),
    options.onDecided,
  );
  const may = (id: string): boolean => id === by || isAllowed(visible.get(id));
  const results = (isInspection ? events : shownEvents(events, may)).map((event, index): HistoryEntry => ({
    // Numbered as shown: a number left out would tell that something is hidden.
    event_id: `${event.stream}@${String(isInspection ? event.version : index + 1)}`,
    type: event.type,
    at: event.occurredAt.toISOString(),
    recorded_at: event.recordedAt.toISOString(),
    data: shownData(event.data, isInspection, may),
  }));
  return answered({ results, next_cursor: null });
};

const otherIds = (data: object): readonly string[] => {
  const { by, with: others } = data as { readonly by?: unknown; readonly with?: unknown };
  return [
    ...(typeof by === 'string' && 'at' in data ? [by] : []),
    ...(Array.isArray(others) ? others.filter((id) => typeof id === 'string') : []),
  ];
};

type Told = (id: string) => boolean;

/**
 * What may be told of what others did to a memory: that it was replaced, by what may be heard; that it stands again, if
 * the replacing was told; that it is contradicted, as often as what may be heard of that changed.
 */
const shownEvents = (events: readonly RecordedEvent[], may: Told): readonly RecordedEvent[] => {
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

/** Whom it is kept from is for operators: others who hear it need not learn of everybody. */
const shownData = (data: object, isInspected: boolean, may: Told): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([field]) => isInspected || field !== 'withheldFromIds')
      .map(([field, value]) => [
        snake(field),
        field === 'with' && Array.isArray(value) ? value.filter((id) => may(String(id))) : (value as unknown),
      ]),
  );
