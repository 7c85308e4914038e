import {
  connect,
  credsAuthenticator,
  nkeyAuthenticator,
  type ConnectionOptions,
  type NatsConnection,
  type NodeConnectionOptions,
} from '@nats-io/transport-node';

export interface NatsOptions {
  /** One server or several of a cluster, by commas; user and password may stand before the host. */
  readonly url: string;
  /** Of the client, as the server lists it. */
  readonly name: string;
  /** Seed of an nkey, which begins with `SU`. */
  readonly nkeySeed?: string;
  /** What is in a `.creds` file. */
  readonly credentials?: string;
  /** Files with the authority of the server, and with our own certificate where the server demands one. */
  readonly tls?: { readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string };
  readonly inboxPrefix?: string;
}

/** An open connection, with where answers come to it. */
export interface Nats {
  readonly nc: NatsConnection;
  readonly inboxPrefix: string;
  /** Whether the server is there. What is sent while it is not would wait, and go out when nobody counts on it any more. */
  readonly isUp: () => boolean;
}

/** Why a server cannot be worked with, in words for who starts a process; its address, and no credential. */
export class NatsUnavailableError extends Error {
  override readonly name = 'NatsUnavailableError';
}

const leastVersion = [2, 9];

const isOldEnough = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = leastVersion;
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
};

/** Where the server is away, and nothing was sent. */
export class NatsAwayError extends Error {
  override readonly name = 'NatsAwayError';
}

const watched = (nc: NatsConnection): (() => boolean) => {
  let isUp = true;
  const watch = async (): Promise<void> => {
    for await (const { type } of nc.status())
      if (type === 'disconnect') isUp = false;
      else if (type === 'reconnect') isUp = true;
  };
  void watch();
  return () => isUp && !nc.isClosed();
};

const textOf = (bytes: string): Uint8Array => new TextEncoder().encode(bytes);

const authenticationOf = (options: NatsOptions, user: URL): Partial<ConnectionOptions> => {
  if (options.credentials !== undefined)
    return { authenticator: credsAuthenticator(textOf(options.credentials)) };
  if (options.nkeySeed !== undefined) return { authenticator: nkeyAuthenticator(textOf(options.nkeySeed)) };
  if (user.username === '') return {};
  if (user.password === '') return { token: decodeURIComponent(user.username) };
  return { user: decodeURIComponent(user.username), pass: decodeURIComponent(user.password) };
};

const connectionOf = (options: NatsOptions, inboxPrefix: string): NodeConnectionOptions => {
  const urls = options.url.split(',').map((url) => new URL(url.trim()));
  const [first = new URL(options.url)] = urls;
  const isSecured = options.tls !== undefined || urls.some(({ protocol }) => protocol === 'tls:');
  return {
    servers: urls.map(({ host, protocol }) => `${protocol}//${host}`),
    name: options.name,
    inboxPrefix,
    ...authenticationOf(options, first),
    ...(isSecured ? { tls: { ...options.tls } } : {}),
    // Whatever happens to the server: a process that gave up would have to be started again by somebody.
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    ignoreAuthErrorAbort: true,
    timeout: 5_000,
    // A stack kept for each request, in case it fails, costs as much as the request.
    noAsyncTraces: true,
  };
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'it does not answer');

/** Connects, or says why it cannot; from then on the connection comes back by itself whenever it is lost. */
export const connectNats = async (options: NatsOptions): Promise<Nats> => {
  const inboxPrefix = options.inboxPrefix ?? '_INBOX';
  const connection = connectionOf(options, inboxPrefix);
  const where = [connection.servers].flat().join(', ');
  const nc = await connect(connection).catch((error: unknown) => {
    throw new NatsUnavailableError(`NATS at ${where}: ${reasonOf(error)}`);
  });
  const { version = '0', jetstream } = nc.info ?? {};
  const fault = !isOldEnough(version)
    ? `has version ${version}; ${leastVersion.join('.')} or newer is needed`
    : jetstream === true
      ? null
      : 'has no JetStream; start it with -js';
  if (fault === null) return { nc, inboxPrefix, isUp: watched(nc) };
  await nc.close();
  throw new NatsUnavailableError(`NATS at ${where}: ${fault}`);
};
