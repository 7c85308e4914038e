import { nothingMeant, type FactOutcome, type letBeKnown, type Memory, type withheld } from '#domain';
import type { LogWriter } from '#event-log';
import { evidenceFrom } from '#read-models';
import { wasEditedSince, type EarlierCapture } from '../../capture-facts/earlier-capture.js';
import { knownToAuthor, type CountSettings } from './known-to-author.js';
import type { Asking, Effect } from './effect.js';

/** What an order about who may hear it was found to mean: facts, and messages, whatever is held of these. */
export interface Bound {
  readonly rows: readonly Memory[];
  /** Facts that it meant and does not bind; what says them is not counted either. */
  readonly unbound?: readonly Memory[];
  readonly recordIds: readonly string[];
  /** Whether it says itself what it is about. */
  readonly withItself: boolean;
}
export interface Binding extends Effect {
  readonly bound: Bound;
}

/**
 * What its author may be told of an order about who may hear something. Read again it may find less, for what it meant was
 * dealt with: then it stands as it was told.
 * INVARIANT: it counts only what its author may be told of.
 */
export const outcomeOfBinding = async (
  writer: LogWriter,
  settings: CountSettings,
  { item }: Asking,
  held: EarlierCapture,
  {
    bound: { rows, unbound = [], recordIds, withItself },
    of,
  }: { bound: Bound; of: typeof withheld | typeof letBeKnown },
): Promise<FactOutcome> => {
  const { row } = item.message;
  const ids = rows.map(({ memoryId }) => memoryId);
  const facts = new Set(await knownToAuthor(writer.sql, settings, row, ids));
  const covered = new Set([...facts, ...unbound.map(({ memoryId }) => memoryId)]);
  const said = await evidenceFrom(writer.sql, recordIds);
  const counted = new Set(
    said.flatMap(({ memory_id, record_id }) => (covered.has(memory_id) ? [record_id] : [])),
  );
  const messages = new Set(recordIds.filter((id) => id !== row.record_id && !counted.has(id)));
  const now = facts.size + messages.size + (withItself ? 1 : 0);
  const past = wasEditedSince(row) ? [] : (held.outcomesOf.get(row.record_id) ?? []);
  const before = past.find(({ reason }) => reason === of(0).reason)?.count ?? 0;
  const count = Math.max(now, before);
  return count === 0 ? nothingMeant : of(count);
};
