import { event, isCopy, type Memory, type MemoryEvent } from '#domain';
import type { LogWriter } from '#event-log';
import { saysThat } from '#extraction';
import { copiesOf, endedIn, memoryIdsFrom, type MessageRow } from '#read-models';
import type { Directive } from '#safety';
import { memoryAppends } from '../../settle-topics/memory-appends.js';
import { touchedBy } from '../../settle-topics/settle-topics.js';
import type { Asking, Effect } from '../target/effect.js';
import { saidIn } from '../target/target.js';
import { dated, isEndedState, isOfKind } from './ended-kinds.js';

type Ending = Extract<Directive, { readonly kind: 'end' }>;

const latest = (rows: readonly Memory[]): readonly Memory[] => {
  const last = Math.max(...rows.map(({ observedAt }) => observedAt.getTime()));
  return rows.filter(({ observedAt }) => observedAt.getTime() === last);
};

/** Of what its author gave a date here and is still ahead, what they said last. */
const lastDated = (
  rows: readonly Memory[],
  { source_id: here, sent_at: at }: MessageRow,
): readonly Memory[] => {
  const today = at.toISOString().slice(0, 10);
  const ahead = rows.filter(
    ({ sourceId, content }) => sourceId === here && (dated.exec(content ?? '')?.[1] ?? '') >= today,
  );
  return latest(ahead);
};

/**
 * What a message says not to be so, or no longer.
 * INVARIANT: nobody ends what others said of others: only who said it does, and whom it is of, where it was said.
 */
export const endingOf = async (
  writer: LogWriter,
  asking: Asking,
  { said, words, what }: Ending,
  own: readonly Memory[],
): Promise<readonly string[]> => {
  const { row } = asking.item.message;
  const here = await memoryIdsFrom(writer.sql, row.record_id);
  const mayEnd = (memory: Memory): boolean =>
    (memory.status === 'active' || memory.endedIn === row.record_id) &&
    memory.observedAt <= row.sent_at &&
    !here.has(memory.memoryId) &&
    !memory.withheldFromIds.some((id) => asking.cluster.includes(id)) &&
    isOfKind(asking, what, memory) &&
    (words === null || saysThat(memory.content ?? '', words));
  const open = own.filter(mayEnd);
  // "Didn't get it": of what was meant to be got, what was told last.
  if (what === 'due' && words?.length === 1) return latest(open).map(({ memoryId }) => memoryId);
  if (isEndedState(what)) return open.map(({ memoryId }) => memoryId);
  for (const recordId of said) {
    const rows = await saidIn(writer, row, recordId, open);
    if (rows.length > 0) return rows.map(({ memoryId }) => memoryId);
  }
  return what === 'dated' ? lastDated(open, row).map(({ memoryId }) => memoryId) : [];
};

/** Ends these, with what others were let know of them; what the message ended before and ends no more stands again. */
export const withEndings = async (
  writer: LogWriter,
  { record_id: recordId, tenant_id: tenantId, sent_at: at }: MessageRow,
  all: readonly Memory[],
  ids: ReadonlySet<string>,
  now: Date,
): Promise<Effect> => {
  const originals = all.filter((memory) => ids.has(memory.memoryId) && !isCopy(memory));
  const copies = await copiesOf(writer.sql, writer.idKey, tenantId, originals);
  const ending = [...originals, ...copies.map(({ memory }) => memory)];
  const kept = new Set(ending.map(({ memoryId }) => memoryId));
  const before = await endedIn(writer.sql, [recordId]);
  const ended = ending
    .filter((memory) => memory.endedIn !== recordId && memory.status !== 'forgotten')
    .map(({ memoryId }): MemoryEvent => event('MemoryEnded', { memoryId, recordId, at }, now));
  const stands = before
    .filter(({ memoryId }) => !kept.has(memoryId))
    .map(({ memoryId }): MemoryEvent => event('MemoryEndingWithdrawn', { memoryId, recordId }, now));
  return {
    appends: memoryAppends([...ended, ...stands]),
    destroyed: [],
    touched: touchedBy([...ending, ...before]),
  };
};
