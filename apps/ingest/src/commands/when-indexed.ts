import { setTimeout as pause } from 'node:timers/promises';
import type { IndexNow } from '#contracts';
import type { Database } from '#database';
import type { EventLog, LogWriter, RecordedEvent } from '#event-log';
import type { MemoryIndex } from '#memory-index';
import { concernedBy, type Concerned } from '#read-models';

const memoryIdIn = ({ data }: RecordedEvent): readonly string[] =>
  'memoryId' in data ? [data.memoryId] : [];

/** A log whose writers note which memories they moved. */
export const noting = (log: Pick<EventLog, 'write'>, moved: Set<string>): Pick<EventLog, 'write'> => ({
  write: (tenantId, work) =>
    log.write(tenantId, (writer) => {
      const append: LogWriter['append'] = async (appends, metadata) => {
        const recorded = await writer.append(appends, metadata);
        for (const memoryId of recorded.flatMap(memoryIdIn)) moved.add(memoryId);
        return recorded;
      };
      return work({ ...writer, append });
    }),
});

export interface WaitOptions {
  readonly database: Database;
  readonly index: MemoryIndex;
  /** Asks recall to index these changes before those that the bus holds. */
  readonly indexFirst: (asked: IndexNow) => Promise<unknown>;
  /** Reads a message before those that wait longer. */
  readonly readFirst: (recordId: string) => Promise<void>;
}

/** Messages that one call may move to the front. */
const mostReadFirst = 20;

/** What was asked by a call goes before what waits to be indexed; whatever keeps it from that, it has its turn there. */
const hurry = async (
  { indexFirst, readFirst }: WaitOptions,
  tenantId: string,
  rows: readonly Concerned[],
): Promise<void> => {
  const changes = rows.map(({ id, position }) => ({ what: 'memory' as const, id, position }));
  await indexFirst({ tenantId, changes }).catch(() => undefined);
  for (const { id } of rows.filter(({ is_unread: isUnread }) => isUnread).slice(0, mostReadFirst))
    await readFirst(id).catch(() => undefined);
};

const firstPauseMs = 10;
const longestPauseMs = 160;

/** Whether recall sees, in time, these memories as they are now: with their words, or no longer. */
export const areIndexed = async (
  options: WaitOptions,
  tenantId: string,
  memoryIds: readonly string[],
  waitMs: number,
): Promise<boolean> => {
  const deadline = performance.now() + waitMs;
  if (memoryIds.length === 0) return true;
  for (let rest = firstPauseMs, round = 0; ; rest = Math.min(longestPauseMs, rest * 2), round += 1) {
    const rows = await concernedBy(options.database, memoryIds);
    const indexed = await options.index.positions(rows.map(({ id }) => id));
    const isDone = ({ id, position, has_words: hasWords, is_unread: isUnread }: Concerned): boolean =>
      !isUnread && (hasWords ? (indexed.get(id) ?? -1n) >= BigInt(position) : !indexed.has(id));
    const late = rows.filter((row) => !isDone(row));
    if (late.length === 0) return true;
    const left = deadline - performance.now();
    if (left <= 0) return false;
    // What was read first moved others again: two rounds bring them to the front as well.
    const hurries = round < 2;
    const timeUp = pause(Math.min(left, hurries ? left : rest), undefined, { ref: false });
    await (hurries ? Promise.race([hurry(options, tenantId, late), timeUp]) : timeUp);
  }
};
