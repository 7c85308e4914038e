import type { EventLog, LogWriter, StreamAppend } from '#event-log';

/** The step of an erasure that an append notes; null: of none. */
const stepOf = ({ stream, events }: StreamAppend): string | null => {
  const event = events.at(-1);
  if (!stream.startsWith('erasure-') || !event) return null;
  if (event.type !== 'ErasureAdvanced') return event.type;
  const { memoryIds, recordIds, counts } = event.data;
  if (memoryIds.length > 0) return 'memories';
  if (recordIds.length > 0) return 'messages';
  return Object.keys(counts)[0] ?? 'nothing';
};

interface Death {
  readonly step: string;
  /** Before the unit of work commits, or right after. */
  readonly when: 'before' | 'after';
}

type Die = () => unknown;

/** Has whoever writes to this log die at a step of an erasure. Returns what puts it right again. */
export const mortal = (log: EventLog, death: Death, die: Die): (() => void) => {
  const write = log.write.bind(log);
  const isDeadly = (appends: readonly StreamAppend[]) => appends.some((one) => stepOf(one) === death.step);
  log.write = async <T>(tenantId: string, work: (writer: LogWriter) => Promise<T>): Promise<T> => {
    const appended: StreamAppend[] = [];
    const watched = async (writer: LogWriter): Promise<T> => {
      const append: LogWriter['append'] = (appends, metadata) => {
        appended.push(...appends);
        return writer.append(appends, metadata);
      };
      const done = await work({ ...writer, append });
      if (death.when === 'before' && isDeadly(appended)) die();
      return done;
    };
    const done = await write(tenantId, watched);
    if (death.when === 'after' && isDeadly(appended)) die();
    return done;
  };
  return () => {
    log.write = write;
  };
};
