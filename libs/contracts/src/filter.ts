import { z } from 'zod';

const filterScalar = z.union([z.string().max(1024), z.number(), z.boolean()]);
const filterTest = z.strictObject({
  eq: filterScalar.optional(),
  ne: filterScalar.optional(),
  in: z.array(filterScalar).max(1000).optional(),
  gt: z.union([z.string().max(1024), z.number()]).optional(),
  gte: z.union([z.string().max(1024), z.number()]).optional(),
  lt: z.union([z.string().max(1024), z.number()]).optional(),
  lte: z.union([z.string().max(1024), z.number()]).optional(),
  contains: filterScalar.optional(),
});
export type FilterTest = z.output<typeof filterTest>;

export const filterFields = [
  'speaker_entity_id',
  'subject_entity_id',
  'source_id',
  'conversation_id',
  'memory_type',
  'visibility_scope',
  'trust',
  'observed_at',
] as const;
const filterKeys = [...filterFields, 'AND', 'OR', 'NOT'] as const;
const isFilterKey = (key: string): boolean =>
  (filterKeys as readonly string[]).includes(key) || /^metadata\.[\w-]{1,64}$/u.test(key);

/**
 * `{field: value | {eq|ne|in|gt|gte|lt|lte|contains: …}}`, `{AND: […]}`, `{OR: […]}`, `{NOT: {…}}`; several keys are AND.
 * Depth is bounded to 8.
 */
export type Filter = {
  readonly [key: string]: Filter | readonly Filter[] | z.output<typeof filterScalar> | FilterTest;
};
const filterAt = (depth: number): z.ZodType<Filter> =>
  z.lazy(() => {
    const inner = depth <= 0 ? z.never({ error: 'is nested deeper than 8' }) : filterAt(depth - 1);
    return z.record(z.string(), z.unknown()).superRefine((filter, context) => {
      for (const [key, value] of Object.entries(filter)) {
        const shape =
          key === 'AND' || key === 'OR'
            ? z.array(inner).max(100)
            : key === 'NOT'
              ? inner
              : z.union([filterScalar, filterTest], {
                  error: 'is no text, number or boolean, and no test of one',
                });
        if (!isFilterKey(key))
          context.addIssue({ code: 'custom', path: [key], message: 'is not a known filter key' });
        else
          for (const issue of shape.safeParse(value).error?.issues ?? [])
            context.addIssue({ code: 'custom', path: [key, ...issue.path], message: issue.message });
      }
    }) as unknown as z.ZodType<Filter>;
  });
export const filterSchema = filterAt(8);
