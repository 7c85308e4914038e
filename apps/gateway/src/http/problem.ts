import { problemStatus, type Problem, type ProblemDocument, type ProblemKind } from '#contracts';
import type { FieldError } from '#domain';
import { withoutCredentials } from '#safety';

const titles: Readonly<Record<ProblemKind, string>> = {
  malformed: 'Malformed request',
  unauthenticated: 'Not authenticated',
  forbidden: 'Not allowed',
  'not-found': 'Not found',
  'no-such-route': 'No such route',
  'method-not-allowed': 'Method not allowed',
  conflict: 'Conflict',
  'too-slow': 'Too slow',
  'too-large': 'Too large',
  'uri-too-long': 'Address too long',
  'unsupported-media-type': 'Unsupported content type',
  invalid: 'Invalid request',
  'credential-refused': 'Credential refused',
  'too-many-requests': 'Too many requests',
  'headers-too-large': 'Headers too large',
  internal: 'Internal error',
  unavailable: 'Unavailable',
  timeout: 'Took too long',
};

/** A failure on its way to the filter; carries only what may be printed. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  constructor(
    readonly kind: ProblemKind,
    readonly detail: string,
    readonly errors: readonly FieldError[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(kind);
  }
}

const retryAfterSeconds = '1';
const mostErrors = 100;
const longestPath = 256;
// eslint-disable-next-line no-control-regex -- a field name is the caller's text: it must not break a line of a log
const control = /[\u0000-\u001f\u007f]/gu;

const printable = (error: FieldError): FieldError => ({
  path: withoutCredentials(error.path.replace(control, '?')).slice(0, longestPath),
  message: error.message,
});

/**
 * INVARIANT: "not found", "unavailable" and "took too long" say the same words whoever failed and why, so "none" and
 * "not allowed" are the same bytes.
 */
const fixedDetail: Partial<Readonly<Record<Problem['kind'], string>>> = {
  'not-found': 'There is nothing here that you may see.',
  unavailable: 'Kith cannot answer now. Try again.',
  timeout: 'The answer took too long.',
};

export const unavailable = (): ProblemError => problemErrorOf({ kind: 'unavailable', detail: '' });

/** What an app answered, as the edge prints it. */
export const problemErrorOf = (problem: Problem): ProblemError =>
  new ProblemError(
    problem.kind,
    fixedDetail[problem.kind] ?? problem.detail,
    problem.kind === 'not-found' ? [] : problem.errors,
    problem.kind === 'unavailable' ? { 'retry-after': retryAfterSeconds } : {},
  );

export const problemDocument = (
  problem: Pick<ProblemError, 'kind' | 'detail' | 'errors'>,
): ProblemDocument => ({
  type: `urn:kith:problem:${problem.kind}`,
  title: titles[problem.kind],
  status: problemStatus[problem.kind],
  detail: problem.detail,
  errors: problem.errors.slice(0, mostErrors).map(printable),
});

export const problemMediaType = 'application/problem+json';
