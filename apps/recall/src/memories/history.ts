import {
  answered,
  type Answer,
  type Caller,
  type HistoryEntry,
  type Page,
  type ViewerParams,
} from '#contracts';
import { decide, type MemoryFacts } from '#policy';
import { freshRows, informedOfOne, mayHearReplacementOf, ofItsAgent } from '#read-models';
import { askOfOne, isViewerMissing, viewerRequired, type AnsweringOptions } from '../permitted/asking.js';
import { notFound } from './listing.js';
import { auditInspection, decideRows, isAllowed } from '../permitted/permitted.js';
import { otherIds, shownData, shownEvents } from './shown-history.js';

/** What ended by itself, or was put away, has a history for operators, who ask why. */
const asIfItStood = (facts: MemoryFacts, isInspection: boolean): MemoryFacts => {
  if (isInspection && ['active', 'expired', 'archived'].includes(facts.status))
    return { ...facts, status: 'active', expiresAt: null };
  return facts.status === 'superseded' ? { ...facts, status: 'active' } : facts;
};

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
  if (isViewerMissing(options, caller, viewer)) return viewerRequired;
  const asked = await askOfOne(options.database, options, caller, 'history', viewer);
  const row = (await freshRows(options.database, caller.tenantId, [memoryId])).get(memoryId) ?? null;
  const request = ofItsAgent(asked.request, row?.facts ?? null);
  const standing = row === null ? null : asIfItStood(row.facts, request.operation === 'inspect');
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
