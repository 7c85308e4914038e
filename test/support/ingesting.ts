import type { Database } from '#database';
import { defaultKnobs, sourceIdOf } from '#domain';
import { PostgresEventLog } from '#event-log';
import { RulesExtractor, type Extractor } from '#extraction';
import { Ingest } from '#ingest';
import { PgVectorMemoryIndex } from '#memory-index';
import { EmbeddedMessageBus, InProcessRequestReply } from '#messaging';
import { projections } from '#read-models';
import { allEntities, allMigrations } from '#standalone';
import { fixIdKey, testDatabase } from '#testing';

const now = (): Date => new Date();
const nothing = (): void => undefined;
const patience = 60_000;

/** A store that outlives who works on it: for what a test reads from the rows themselves. */
export interface Store {
  readonly database: Database;
  readonly log: PostgresEventLog;
}

/** With the id key that every such store has, unless it is given or makes another. */
export const openStore = async (
  withKey: (database: Database) => Promise<void> = fixIdKey,
): Promise<Store> => {
  const database = await testDatabase(allMigrations, allEntities);
  await withKey(database);
  return { database, log: new PostgresEventLog(database, projections, now) };
};

/** Ingest alone, on a store, fed over the bus. */
export class Ingesting {
  private constructor(
    private readonly ingest: Ingest,
    private readonly bus: EmbeddedMessageBus,
  ) {}

  static async start(
    { database, log }: Store,
    extractor: Extractor = new RulesExtractor(),
  ): Promise<Ingesting> {
    const bus = new EmbeddedMessageBus(database);
    const ingest = new Ingest({
      database,
      log,
      bus,
      services: new InProcessRequestReply(),
      index: new PgVectorMemoryIndex(database),
      extractor,
      knobs: defaultKnobs,
      isExtractionEnabled: true,
      confidenceThreshold: 0.7,
      now,
      newId: () => '00000000-0000-4000-8000-000000000000',
      onRecorded: nothing,
      onRead: nothing,
      onError: (error) => process.stderr.write(`${String(error)}\n`),
    });
    await ingest.start();
    return new Ingesting(ingest, bus);
  }

  /** Publishes so many at a time, and waits until they are read. Returns how many the bus took. */
  async publish(events: readonly { readonly id: string }[], batch = events.length): Promise<number> {
    let taken = 0;
    for (let from = 0; from < events.length; from += batch) {
      const stored = await this.bus.publish(
        events.slice(from, from + batch).map((event) => ({
          id: `/test|${event.id}`,
          tenantId: 'default',
          kind: 'events' as const,
          key: sourceIdOf('default', 'chat', 'group', event.id),
          body: Buffer.from(JSON.stringify(event)),
          headers: {},
        })),
      );
      taken += stored.length;
      await this.ingest.settled(patience);
    }
    return taken;
  }

  /** Waits until everything is read, by the extractor that it has now. */
  async readAnew(): Promise<void> {
    await this.ingest.settled(patience);
    await this.ingest.readAnew();
    await this.ingest.settled(patience);
  }

  async stop(): Promise<void> {
    await this.ingest.stop();
    await this.bus.close();
  }
}
