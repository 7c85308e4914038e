import { z } from 'zod';
import type { FieldError } from '#domain';
import { view } from './view.js';

export const fieldError = z.object({ path: z.string(), message: z.string() }) satisfies z.ZodType<FieldError>;

/** Dotted path of the offending field, as a client wrote it: `data.author.platform_user_id`, `0.data.text`. */
export const fieldErrors = (error: z.ZodError): readonly FieldError[] =>
  error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'is not a known field' }));
    return [{ path: path.join('.'), message: issue.message }];
  });

/** An expected failure, as every app answers it and the edge prints it (RFC 9457). */
export interface Problem {
  readonly kind:
    'not-found' | 'invalid' | 'forbidden' | 'conflict' | 'unavailable' | 'credential-refused' | 'timeout';
  readonly detail: string;
  readonly errors?: readonly FieldError[];
}
export type Answer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };
export const answered = <T>(value: T): Answer<T> => ({ ok: true, value });
export const failed = (
  kind: Problem['kind'],
  detail: string,
  errors?: readonly FieldError[],
): Answer<never> => ({
  ok: false,
  problem: errors ? { kind, detail, errors } : { kind, detail },
});

/** Every failure the edge can print, and the status it has. */
export const problemStatus = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'no-such-route': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-slow': 408,
  'too-large': 413,
  'uri-too-long': 414,
  'unsupported-media-type': 415,
  invalid: 422,
  'credential-refused': 422,
  'too-many-requests': 429,
  'headers-too-large': 431,
  internal: 500,
  unavailable: 503,
  timeout: 504,
} as const satisfies Record<Problem['kind'], number> & Record<string, number>;
export type ProblemKind = keyof typeof problemStatus;

/** The wire form (RFC 9457); its type is `urn:kith:problem:<kind>`. */
export const problemSchema = view(
  z.object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    errors: z.array(fieldError),
  }),
);
export type ProblemDocument = z.output<typeof problemSchema>;
