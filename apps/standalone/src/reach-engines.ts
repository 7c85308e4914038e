import type { KithConfig } from '#config';
import { openDatabase } from '#database';
import { reachNats } from '#wiring';

const withinMs = 5_000;

/** In one line; what an engine says of itself has no password in it. */
const faultOf = (error: unknown): string => {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const said = typeof message === 'string' && message !== '' ? message : code;
  return typeof said === 'string' && said !== '' ? (said.split('\n')[0] ?? said) : 'it does not answer';
};

const tried = async (work: Promise<unknown>): Promise<string | null> => {
  try {
    await work;
    return null;
  } catch (error) {
    return faultOf(error);
  }
};

const askPostgres = async (url: string): Promise<void> => {
  const database = await openDatabase({ url, dataDir: 'memory://', poolSize: 1 });
  try {
    await database.reading.query('select 1');
  } finally {
    await database.close();
  }
};

const askQdrant = async (url: string): Promise<void> => {
  const { ok, status } = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(withinMs) });
  if (!ok) throw new Error(`it answers ${String(status)}`);
};

/** The servers that a configuration names, asked from here: null where one answers, else why not. */
export const reachEngines = async ({
  databaseUrl,
  nats,
  qdrant,
}: KithConfig): Promise<Readonly<Record<string, string | null>>> => ({
  ...(databaseUrl ? { postgres: await tried(askPostgres(databaseUrl.reveal())) } : {}),
  ...(nats ? { nats: await tried(reachNats(nats)) } : {}),
  ...(qdrant ? { qdrant: await tried(askQdrant(qdrant.url.reveal())) } : {}),
});
