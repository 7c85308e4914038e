import { z } from 'zod';

export interface Page<T> {
  readonly results: readonly T[];
  readonly next_cursor: string | null;
}
export const pageOf = <T>(result: z.ZodType<T>): z.ZodType<Page<T>> =>
  z.object({ results: z.array(result), next_cursor: z.string().nullable() });
