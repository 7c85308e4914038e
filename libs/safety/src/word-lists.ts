import { readFileSync } from 'node:fs';
import { z } from 'zod';

export const words = z.array(z.string().min(1));

/** A file of `data`, in the shape that its schema says. */
export const readWords = <T>(name: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8')));

/** Made when it is first asked for: whoever only looks for credentials loads no other list. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};
