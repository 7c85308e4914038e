import type { ProblemKind } from '#contracts';
import type { EndpointSpec } from '../http/endpoint.js';
import { ProblemError } from '../http/problem.js';

const kindOfStatus: Readonly<Record<number, ProblemKind>> = {
  400: 'malformed',
  404: 'no-such-route',
  405: 'method-not-allowed',
  413: 'too-large',
  414: 'uri-too-long',
  415: 'unsupported-media-type',
  431: 'headers-too-large',
};
export const noSuchRoute = 'There is no such route.';
const words: Partial<Readonly<Record<ProblemKind, string>>> = {
  malformed: 'The request is malformed.',
  'no-such-route': noSuchRoute,
  'too-large': 'The body is larger than 1 MiB.',
  'uri-too-long': 'The address is too long.',
  'unsupported-media-type': 'Send application/json.',
};

/** What a library refused that is no failure of ours. A closed door is none that one is told of. */
const kindOf = (status: number): ProblemKind | undefined => {
  if (status === 403) return 'no-such-route';
  return kindOfStatus[status] ?? (status >= 400 && status < 500 ? 'malformed' : undefined);
};

const statusOf = (thrown: unknown): number => {
  if (typeof thrown !== 'object' || thrown === null) return 500;
  const { status, statusCode } = thrown as { readonly status?: unknown; readonly statusCode?: unknown };
  if (typeof status === 'number') return status;
  return typeof statusCode === 'number' ? statusCode : 500;
};

/** Which paths there are, and what becomes of whatever was thrown on the way to or from them. */
export class Routes {
  readonly #paths: readonly {
    readonly path: string;
    readonly matches: RegExp;
    readonly methods: readonly string[];
  }[];

  constructor(readonly endpoints: readonly EndpointSpec[]) {
    this.#paths = endpoints.map(({ path, method }) => ({
      path,
      matches: new RegExp(`^${path.replace(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
      methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    }));
  }

  /** INVARIANT: words of foreign errors are never printed; they may quote the request. */
  problemOf(thrown: unknown, method: string, url: string): ProblemError {
    if (thrown instanceof ProblemError) return thrown;
    const kind = kindOf(statusOf(thrown));
    if (kind === undefined) return new ProblemError('internal', 'Something went wrong inside Kith.');
    // What is wrong with a request by a method that the path never takes is the method.
    const misplaced = kind === 'no-such-route' || kind === 'malformed' ? this.misplaced(method, url) : null;
    return misplaced ?? new ProblemError(kind, words[kind] ?? 'The request cannot be taken.');
  }

  /** The problem of a method that a known path does not take; null where there is none. */
  misplaced(method: string, url: string): ProblemError | null {
    const allowed = this.#methodsAt(url);
    if (allowed.length === 0 || allowed.includes(method)) return null;
    return new ProblemError('method-not-allowed', 'The route does not take this method.', [], {
      allow: allowed.join(', '),
    });
  }

  /** `/v1/memories/search` is a path of its own, not one of `/v1/memories/{id}`. */
  #methodsAt(url: string): readonly string[] {
    const path = url.split('?', 1)[0] ?? '';
    const literal = this.#paths.filter((known) => known.path === path);
    const found = literal.length > 0 ? literal : this.#paths.filter(({ matches }) => matches.test(path));
    return found.flatMap(({ methods }) => methods);
  }
}
