import { databaseBytes } from '#database';
import type { MessageBus } from '#messaging';
import type { GaugeReadings } from '#observability';
import { activeMemories, readingBacklog, reviewBacklog } from '#read-models';
import type { Engines } from './engines.js';

const secondsSince = (at: Date | null): number =>
  at === null ? 0 : Math.max(0, (Date.now() - at.getTime()) / 1000);

/** Everything that only the store knows; each of its owners is asked. */
export const readStore = async (
  { database, log, index }: Pick<Engines, 'database' | 'log' | 'index'>,
  bus: MessageBus,
): Promise<GaugeReadings> => {
  const depth = await bus.depth();
  const unread = await readingBacklog(database);
  const size = await log.size();
  const reviews = await reviewBacklog(database, new Date());
  return {
    busWaiting: new Map(depth.map(({ kind, waiting }) => [kind, waiting])),
    busParked: new Map(depth.map(({ kind, parked }) => [kind, parked])),
    busParkedOldest: new Map(depth.map(({ kind, parkedSince }) => [kind, secondsSince(parkedSince)])),
    busOldest: new Map(depth.map(({ kind, waitingSeconds }) => [kind, waitingSeconds])),
    extractionWaiting: unread.messages,
    extractionOldest: unread.seconds,
    reviewsWaiting: new Map(reviews.map(({ kind, count }) => [kind, count])),
    reviewsOldest: new Map(reviews.map(({ kind, oldest }) => [kind, secondsSince(oldest)])),
    memories: await activeMemories(database),
    indexRows: await index.count(),
    logPosition: Number(size.position),
    logBytes: size.bytes,
    databaseBytes: await databaseBytes(database),
  };
};

export const storeGauges = [
  'busWaiting',
  'busParked',
  'busParkedOldest',
  'busOldest',
  'extractionWaiting',
  'extractionOldest',
  'reviewsWaiting',
  'reviewsOldest',
  'memories',
  'indexRows',
  'logPosition',
  'logBytes',
  'databaseBytes',
] as const satisfies readonly (keyof GaugeReadings)[];
