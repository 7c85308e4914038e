import type { FieldError } from '#domain';
import { largestBody, sizeOf, type CloudEvent } from './batches.js';

export interface BadLine {
  readonly line: number;
  readonly errors: readonly FieldError[];
}

export interface ReadLines {
  readonly events: readonly { readonly line: number; readonly event: CloudEvent }[];
  readonly bad: readonly BadLine[];
}

/** The platform takes documents 64 deep, and the list of a batch is one of those. */
const deepest = 60;

const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1)));

const faultOf = (value: unknown): FieldError | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { path: '', message: 'is not a JSON object' };
  if (isDeeperThan(value, deepest)) return { path: '', message: `is nested deeper than ${String(deepest)}` };
  if (sizeOf(value) > largestBody) return { path: '', message: 'is larger than 1 MB' };
  return null;
};

const parse = (text: string): { readonly value: unknown } | FieldError => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { path: '', message: 'is not JSON' };
  }
};

/** One event a line; empty lines are nothing. Fields are judged by the platform, shapes here. */
export const readJsonLines = (text: string): ReadLines => {
  const events: { line: number; event: CloudEvent }[] = [];
  const bad: BadLine[] = [];
  text
    .replace(/^\ufeff/u, '')
    .split(/\r?\n/u)
    .forEach((raw, index) => {
      if (raw.trim() === '') return;
      const read = parse(raw);
      const fault = 'value' in read ? faultOf(read.value) : read;
      if (fault) bad.push({ line: index + 1, errors: [fault] });
      else if ('value' in read) events.push({ line: index + 1, event: read.value as CloudEvent });
    });
  return { events, bad };
};
