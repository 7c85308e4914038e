import type { FieldError } from '#domain';

/** Deepest document taken. The contract needs 12; recursion further in must never run out of stack. */
export const deepestDocument = 64;

/** Of a document that is not parsed yet. */
export const depthOfJson = (json: string): number => {
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
