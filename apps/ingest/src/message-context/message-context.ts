import type { Sql } from '#database';
import type { FactOutcome } from '#domain';
import type { Extraction, ReadingContext } from '#extraction';
import { kinToldBy, placesAt, type MessageRow, type PlaceView } from '#read-models';
import { kinKnownIn } from './known-kin.js';
import { loadPeople, type SaidInPlace } from './known-people.js';
import { loadBefore, loadReplied } from './windows.js';

/** A message to read, with where it stands. */
export interface MessageInContext {
  readonly row: MessageRow;
  readonly place: PlaceView;
  readonly context: ReadingContext;
  /** Whom it answers, whether or not their words are there. */
  readonly answeredId: string | null;
}

/** A message with what reading it gave. */
export interface ExtractedMessage {
  readonly message: MessageInContext;
  readonly reading: Extraction;
}

/** Everything that these messages are read with, one round of queries for all places. */
export const loadInContext = async (
  sql: Sql,
  tenantId: string,
  rows: readonly MessageRow[],
  now: Date,
): Promise<readonly MessageInContext[]> => {
  const sourceIds = [...new Set(rows.map((row) => row.source_id))];
  const stood = await placesAt(sql, tenantId, [
    ...sourceIds.map((sourceId) => ({ sourceId, at: now })),
    ...rows.map((row) => ({ sourceId: row.source_id, at: row.sent_at })),
  ]);
  const places = stood.slice(0, sourceIds.length).filter((place) => place !== null);
  // Who may hear what was said then is a matter of the place as it was then: the only one in a dm, or one of many.
  const placeOf = new Map(rows.map((row, index) => [row.record_id, stood[sourceIds.length + index]]));
  const before = await loadBefore(sql, rows);
  const replied = await loadReplied(sql, rows);
  const kin = await kinToldBy(
    sql,
    tenantId,
    rows.map((row) => row.author_id),
  );
  const said = places.map((place): SaidInPlace => {
    const here = rows.filter((row) => row.source_id === place.sourceId);
    const windows = here.flatMap((row) => {
      const message = replied.get(row.record_id)?.message;
      return [...(before.get(row.record_id) ?? []), ...(message ? [message] : [])];
    });
    return { place, rows: here, windows };
  });
  const people = await loadPeople(sql, tenantId, said);
  const found: MessageInContext[] = [];
  for (const [at, { place, rows: here }] of said.entries()) {
    const shared = people[at] ?? { people: [], pointedAt: [] };
    for (const row of here) {
      const placeThen = placeOf.get(row.record_id) ?? place;
      found.push({
        row,
        place: placeThen,
        context: {
          tenantId,
          agentEntityId: row.agent_id,
          platform: row.platform,
          place: { sourceId: place.sourceId, type: placeThen.type },
          ...shared,
          kin: kinKnownIn(placeThen, row, kin),
          before: before.get(row.record_id) ?? [],
          repliedTo: replied.get(row.record_id)?.message ?? null,
        },
        answeredId: replied.get(row.record_id)?.authorId ?? null,
      });
    }
  }
  return found;
};

export interface CapturedMessage extends ExtractedMessage {
  readonly outcomes: readonly FactOutcome[];
  /** What became of it when it was read before. */
  readonly past: readonly FactOutcome[];
  /** What its author may be told was forgotten at its word; null where it asked for nothing like that. */
  readonly forgot: ReadonlySet<string> | null;
}
