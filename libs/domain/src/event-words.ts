import { z } from 'zod';
import { eventDefinitions } from './events.js';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const wordsIn = (schema: unknown): readonly string[] => {
  if (Array.isArray(schema)) return schema.flatMap(wordsIn);
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]): readonly string[] => {
    if (key === 'enum' && Array.isArray(value)) return value.map(String);
    if (key === 'const') return [String(value)];
    if (key === 'properties' && isObject(value))
      return [...Object.keys(value), ...wordsIn(Object.values(value))];
    return wordsIn(value);
  });
};

/** The words that events have whoever says what: their types, the names of their fields, and the closed vocabularies in them. */
export const wordsOfEvents = (): ReadonlySet<string> =>
  new Set(
    eventDefinitions.flatMap(({ type, schema }) => [
      type,
      ...wordsIn(z.toJSONSchema(schema, { unrepresentable: 'any' })),
    ]),
  );
