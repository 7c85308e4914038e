import type { MemoryEvent } from '#domain';
import type { StreamAppend } from '#event-log';

/** Each event on the stream of its memory, in order. */
export const memoryAppends = (events: readonly MemoryEvent[]): readonly StreamAppend[] =>
  events.map((event) => ({
    stream: `memory-${event.data.memoryId}`,
    events: [event],
  }));
