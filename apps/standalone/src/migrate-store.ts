import type { KithConfig } from '#config';
import { openDatabase } from '#database';
import { prepareStreams } from '#wiring';
import { schema } from './schema.js';

/**
 * Makes the streams of a broker, where there is one, and brings the schema up to date, under the lock that any app takes which starts meanwhile, and answers what ran. Read models are
 * not made anew here: the first app of the new version does that when it starts.
 */
export const migrateStore = async ({
  dataDir,
  databaseUrl,
  nats,
}: KithConfig): Promise<readonly string[]> => {
  if (nats) await prepareStreams(nats);
  const database = await openDatabase({ dataDir, ...(databaseUrl ? { url: databaseUrl.reveal() } : {}) });
  try {
    const { migrations, serverMigrations } = schema;
    return await database.migrate(
      database.engine === 'server' ? [...migrations, ...serverMigrations] : migrations,
    );
  } finally {
    await database.close();
  }
};
