import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import { poolSizesOf, type KithConfig } from '#config';
import { Database, openDatabase, openScratchDatabase, type Migration } from '#database';
import { APP, CONFIG } from './config.module.js';

/** All tables of a store, and the entities that are kept in them. */
export interface Schema {
  readonly migrations: readonly Migration[];
  /** On top, where Postgres is a server. */
  readonly serverMigrations: readonly Migration[];
  readonly entities: readonly EntitySchema[];
}

/** The presence of a URL chooses a server. */
const openConfigured = async (
  { dataDir, databaseUrl, databasePool }: KithConfig,
  app: string,
  { migrations, serverMigrations, entities }: Schema,
): Promise<Database> => {
  // Half of a first start are the migrations: a store that keeps nothing begins as a copy of one that has them.
  if (!databaseUrl && dataDir === 'memory://') return openScratchDatabase(migrations, entities, true);
  const { reading, working } = poolSizesOf(app, databasePool);
  const pools = { poolSize: working, readingPoolSize: reading };
  const url = databaseUrl ? { url: databaseUrl.reveal() } : {};
  const database = await openDatabase({ dataDir, entities, ...pools, ...url });
  await database.migrate(database.engine === 'server' ? [...migrations, ...serverMigrations] : migrations);
  return database;
};

/** The store, open and migrated; the last thing that is closed. */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(Database) private readonly database: Database) {}

  static with(schema: Schema): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        {
          provide: Database,
          useFactory: (config: KithConfig, app: string) => openConfigured(config, app, schema),
          inject: [CONFIG, APP],
        },
      ],
      exports: [Database],
    };
  }

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}
