import type { z } from 'zod';

type Unchanging<T> = T extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Unchanging<T[Key]> }
    : T;

/** The schema of an answer. Its type is inferred and readonly all the way down: nobody writes it a second time. */
export const view = <Schema extends z.ZodType>(schema: Schema): z.ZodType<Unchanging<z.output<Schema>>> =>
  schema as unknown as z.ZodType<Unchanging<z.output<Schema>>>;
