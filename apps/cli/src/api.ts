import { setTimeout as pause } from 'node:timers/promises';
import type { FieldError } from '#domain';
import { causeOf, CommandError } from './failure.js';

/** Where a platform answers, and by which key. */
export interface ApiAddress {
  readonly url: string;
  readonly key: string | null;
}

export interface ApiReply {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfterMs: number | null;
}

type Query = Readonly<Record<string, string | number | undefined>>;

/** The HTTP contract. Answers are trusted to have the shape the contract names: the same release serves both ends. */
export interface Api {
  readonly endpoint: ApiAddress;
  readonly signal: AbortSignal;
  /** One request, whatever the answer is. */
  readonly once: (method: string, path: string, body?: unknown) => Promise<ApiReply>;
  /** As `once`; comes again for a while when it is sent away to. */
  readonly raw: (method: string, path: string, body?: unknown) => Promise<ApiReply>;
  readonly get: <T>(path: string, query?: Query) => Promise<T>;
  readonly post: <T>(path: string, body: unknown) => Promise<T>;
  readonly remove: (path: string) => Promise<void>;
}

const patience = 30;

export const withQuery = (path: string, query: Query): string => {
  const set = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) set.set(key, String(value));
  return set.size === 0 ? path : `${path}?${set.toString()}`;
};

/** Retry-After in seconds or as a date, RFC 9110. */
export const retryAfter = (header: string | null, now: number): number | null => {
  if (header === null) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.max(0, Math.min(ms, 60_000));
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldErrorsIn = (body: unknown): readonly FieldError[] =>
  isRecord(body) && Array.isArray(body['errors']) ? (body['errors'] as FieldError[]) : [];

/** One sentence for a refusal, naming the field when the platform did. */
export const sentenceOf = ({ status, body }: ApiReply, endpoint: ApiAddress): string => {
  const errors = fieldErrorsIn(body);
  if (errors.some(({ path }) => path === 'viewer_id'))
    return 'This key may only look as somebody: give --as.';
  if (errors.length > 0)
    return errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  if (status === 401)
    return endpoint.key === null
      ? `${endpoint.url} wants a key: give --key, or set KITH_OPERATOR_KEY.`
      : `${endpoint.url} does not know this key; is it another platform's? Give --key.`;
  if (status === 403) return 'This key has not the role for that; use an operator key.';
  if (status === 404) return 'There is no such thing, or it may not be seen here.';
  const detail = isRecord(body) ? (body['detail'] ?? body['title']) : null;
  return typeof detail === 'string' ? detail : `${endpoint.url} answered with status ${status}.`;
};

const parsed = (text: string): unknown => {
  try {
    return text === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
};

export const openApi = (endpoint: ApiAddress, signal: AbortSignal): Api => {
  const once: Api['once'] = async (method, path, body) => {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (endpoint.key !== null) headers['authorization'] = `Bearer ${endpoint.key}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const reply = await fetch(endpoint.url + path, {
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((thrown: unknown) => {
      if (signal.aborted) throw new CommandError('Stopped.', 1, { cause: thrown });
      throw new CommandError(`No answer from ${endpoint.url}: ${causeOf(thrown)}.`, 1, { cause: thrown });
    });
    const text = await reply.text();
    return {
      status: reply.status,
      body: parsed(text),
      retryAfterMs: retryAfter(reply.headers.get('retry-after'), Date.now()),
    };
  };
  const raw: Api['raw'] = async (method, path, body) => {
    for (let attempt = 1; ; attempt += 1) {
      const reply = await once(method, path, body);
      if ((reply.status !== 429 && reply.status !== 503) || attempt >= patience) return reply;
      await pause(reply.retryAfterMs ?? Math.min(250 * 2 ** attempt, 5000), undefined, { signal });
    }
  };
  const expectOk = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await raw(method, path, body);
    if (reply.status >= 400) throw new CommandError(sentenceOf(reply, endpoint));
    return reply.body as T;
  };
  return {
    endpoint,
    signal,
    once,
    raw,
    get: (path, query = {}) => expectOk('GET', withQuery(path, query)),
    post: (path, body) => expectOk('POST', path, body),
    remove: async (path) => {
      await expectOk('DELETE', path);
    },
  };
};
