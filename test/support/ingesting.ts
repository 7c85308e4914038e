import type { INestApplication } from '@nestjs/common';
import { Database } from '#database';
import { sourceIdOf } from '#domain';
import { EventLog, PostgresEventLog } from '#event-log';
import { FactExtractor, RulesExtractor } from '#extraction';
import { IngestModule } from '#ingest';
import { MemoryIndex, PgVectorMemoryIndex } from '#memory-index';
import { MessageBus } from '#messaging';
import { projections } from '#read-models';
import { allEntities, allMigrations } from '#standalone';
import { fixIdKey, serving, testDatabase } from '#testing';

const now = (): Date => new Date();
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
  private constructor(private readonly app: INestApplication) {}

  static async start(
    { database, log }: Store,
    /** Null: the one that the settings ask for. */
    extractor: FactExtractor | null = new RulesExtractor(),
    settings: Readonly<Record<string, string>> = {},
  ): Promise<Ingesting> {
    return new Ingesting(
      await serving([IngestModule], settings, [
        [Database, database],
        [EventLog, log],
        [MemoryIndex, new PgVectorMemoryIndex(database)],
        ...(extractor === null ? [] : [[FactExtractor, extractor] as const]),
      ]),
    );
  }

  private get ingest(): IngestModule {
    return this.app.get(IngestModule);
  }

  /** Publishes so many at a time, and waits until they are read. Returns how many the bus took. */
  async publish(events: readonly { readonly id: string }[], batch = events.length): Promise<number> {
    let taken = 0;
    for (let from = 0; from < events.length; from += batch) {
      const stored = await this.app.get(MessageBus).publish(
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

  stop(): Promise<void> {
    return this.app.close();
  }
}
