import { z } from 'zod';
import { erasureKinds } from '#domain';
import { at, limit, uuid } from './fields.js';
import { view } from './view.js';

export const orderErasureSchema = z
  .strictObject({
    entity_id: uuid.optional(),
    kind: z.enum(erasureKinds),
    source_id: uuid.optional(),
    dry_run: z.boolean().default(false),
  })
  .refine(({ kind, entity_id }) => kind === 'source' || entity_id !== undefined, {
    path: ['entity_id'],
    message: 'is required, unless a whole place is meant',
  })
  .refine(({ kind, source_id }) => (kind === 'source') === (source_id !== undefined), {
    path: ['source_id'],
    message: 'goes with the kind source, and with no other',
  });
export type OrderErasure = z.output<typeof orderErasureSchema>;

export const listErasuresSchema = z.strictObject({ limit, cursor: uuid.optional() });
export type ListErasures = z.output<typeof listErasuresSchema>;

const count = z.number().int().nonnegative();

/** Whose signature it is: the same for all receipts of a store. */
const signedBy = z.object({ algorithm: z.literal('ed25519'), public_key: z.string() });

const fields = {
  kind: z.enum(erasureKinds),
  entity_ids: z.array(uuid),
  source_ids: z.array(uuid),
  stores: z.array(z.object({ store: z.string(), found: count, erased: count })),
};

export const erasureView = view(
  z.object({
    id: uuid,
    status: z.enum(['running', 'done', 'failed']),
    ...fields,
    ordered_at: at,
    finished_at: at.nullable(),
    residual: z
      .looseObject({ scanned: count, hits: count })
      .nullable()
      .describe('null while it runs; an operator is told in detail'),
    left: z.array(z.string()),
    signed_by: signedBy.nullable(),
    signature: z.string().nullable(),
  }),
);
export type ErasureView = z.output<typeof erasureView>;

/** What an order answers: that it runs, or, on trial, what it would find. */
export const orderedErasure = view(
  z.object({ id: uuid.nullable(), status: z.enum(['running', 'dry_run']), stores: fields.stores.optional() }),
);
export type OrderedErasure = z.output<typeof orderedErasure>;

export const erasureKey = view(z.object({ algorithm: z.literal('ed25519'), public_key: z.string() }));
export type ErasureKey = z.output<typeof erasureKey>;

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, inOrder(inner)]),
  );
};

/** A JSON document as it is signed: no spaces, and the keys of each object in the order of their code units. */
export const canonical = (document: object): string => JSON.stringify(inOrder(document));
