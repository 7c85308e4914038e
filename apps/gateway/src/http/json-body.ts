import type { FieldError } from '#domain';
import { ProblemError } from './problem.js';

/** Deepest document taken. The contract needs 12; recursion further in must never run out of stack. */
const deepest = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const depthOf = (json: string): number => {
  let depth = 0;
  let most = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) most = Math.max(most, ++depth);
    else if (code === 0x5d || code === 0x7d) depth--;
  }
  return most;
};

const checkMediaType = (contentType: string | undefined, accepted: readonly string[]): void => {
  const [mediaType = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (!accepted.includes(mediaType) || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8'))
    throw new ProblemError('unsupported-media-type', `Send ${accepted.join(' or ')} in UTF-8.`);
};

const decoded = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ProblemError('malformed', 'The body is not valid UTF-8.');
  }
};

/** The JSON document of a body. Throws the problem to print; never echoes the body. */
export const readJson = (
  bytes: unknown,
  contentType: string | undefined,
  accepted: readonly string[],
): unknown => {
  checkMediaType(contentType, accepted);
  if (!(bytes instanceof Uint8Array) || bytes.byteLength === 0)
    throw new ProblemError('malformed', 'The body is empty.');
  const text = decoded(bytes);
  if (depthOf(text) > deepest)
    throw new ProblemError('invalid', 'The body is nested too deep.', [
      { path: '', message: `is nested deeper than ${deepest}` },
    ]);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's own message quotes the body.
    throw new ProblemError('malformed', 'The body is not valid JSON.');
  }
};

const textFault = (text: string): string | null => {
  if (text.includes('\u0000')) return 'contains NUL';
  return /\p{Surrogate}/u.test(text) ? 'is not well-formed Unicode' : null;
};

const isForbiddenKey = (key: string, value: unknown): boolean =>
  key === '__proto__' ||
  (key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'));

/** The first thing in a document that no store can keep or that could poison a copy of it. */
export const documentFault = (value: unknown, path: readonly string[] = []): FieldError | null => {
  if (typeof value === 'string') {
    const message = textFault(value);
    return message === null ? null : { path: path.join('.'), message };
  }
  if (value === null || typeof value !== 'object') return null;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, key];
    const keyFault = textFault(key);
    if (keyFault !== null)
      return { path: [...path, '?'].join('.'), message: `is a field name that ${keyFault}` };
    if (isForbiddenKey(key, inner)) return { path: at.join('.'), message: 'is not a known field' };
    const found = documentFault(inner, at);
    if (found) return found;
  }
  return null;
};
