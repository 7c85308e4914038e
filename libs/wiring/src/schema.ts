import { embeddingMigrations } from '#embeddings';
import { eventLogMigrations } from '#event-log';
import { memoryIndexMigrations, memoryIndexServerMigrations } from '#memory-index';
import { messagingMigrations } from '#messaging';
import { readModelEntities, readModelMigrations, tenantMigrations } from '#read-models';
import type { Schema } from './ports/database.module.js';

/** What the libs keep. An app that keeps something of its own adds it. */
export const storeSchema: Schema = {
  migrations: [
    ...eventLogMigrations,
    ...readModelMigrations,
    ...messagingMigrations,
    ...memoryIndexMigrations,
    ...embeddingMigrations,
    ...tenantMigrations,
  ],
  serverMigrations: memoryIndexServerMigrations,
  entities: readModelEntities,
};
