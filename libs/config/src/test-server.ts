/** A Postgres server with pgvector on which the integration suites shall run instead of the embedded engine. */
export const testServerUrl = (): string | undefined => process.env['KITH_TEST_DATABASE_URL'];

/** A NATS server with JetStream, on which the adapters that need one are tried. */
export const testNatsUrl = (): string | undefined => process.env['KITH_TEST_NATS_URL'];

/** A Qdrant server, on which its adapter of the index is tried. */
export const testQdrantUrl = (): string | undefined => process.env['KITH_TEST_QDRANT_URL'];

/** The program of a Qdrant server, for tests that start their own. */
export const testQdrantServer = (): string | undefined => process.env['KITH_TEST_QDRANT_SERVER'];

/** What keeps the memory index of a platform under test in Qdrant; nothing where it stays in the database. */
export const testIndexSettings = (prefix: string): Readonly<Record<string, string>> => {
  const url = testQdrantUrl();
  return url === undefined || process.env['KITH_TEST_INDEX'] !== 'qdrant'
    ? {}
    : { KITH_INDEX: 'qdrant', QDRANT_URL: url, KITH_QDRANT_PREFIX: prefix };
};

/** An encoder that `kith models add` put in place, to be held to the contract beside the tiny one of the tests. */
export const testModel = (): string | undefined => process.env['KITH_TEST_MODEL'];

/** Whether the scenarios are told to apps as processes of their own, on those two servers. */
export const testsAppsApart = (): boolean => process.env['KITH_TEST_APPS'] === 'apart';

/** The program of a NATS server, for tests that start their own. */
export const testNatsServer = (): string | undefined => process.env['KITH_TEST_NATS_SERVER'];
