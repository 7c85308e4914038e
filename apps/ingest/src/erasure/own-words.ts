import { catalogueWords, type Database } from '#database';
import { maintenanceTasks, reviewKinds, wordsOfEvents } from '#domain';
import { projections } from '#read-models';

/** What rows hold beside events: of documents in general, who acts where nobody does, kinds, and names of fields of documents. */
const ofRows =
  'null true false system first ingest settling erasure extraction recorder recall indexer janitor word links tasks events facts fact message joined from withheld shared isStray reachesAll';

/**
 * What Kith writes whoever says what, word by word: names of tables and fields, and the closed vocabularies in them. A
 * message that is no more than one of these ("public") is found in every store, and nothing tells whose it was.
 */
export const ownWords = async (database: Database, tenantId: string): Promise<string> =>
  [
    tenantId,
    ofRows,
    ...wordsOfEvents(),
    ...maintenanceTasks,
    ...reviewKinds,
    ...projections.map(({ name }) => name),
    ...(await catalogueWords(database)),
  ].join('\n');
