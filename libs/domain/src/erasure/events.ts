import { z } from 'zod';
import { defineEvent } from '../define-event.js';
import { at, id } from '../event-fields.js';

/** `source`: what was said in a place; by these people, where some are named. */
export const erasureKinds = ['said_by', 'about', 'both', 'source'] as const;

/** What somebody said, what was said of them, or both, or what was said in a place, is to be destroyed. Ids alone. */
export const ErasureOrdered = defineEvent(
  'ErasureOrdered',
  1,
  z.object({
    erasureId: id,
    kind: z.enum(erasureKinds),
    /** Whoever is meant, with all that active links joined to them by then. */
    entityIds: z.array(id),
    /** The place with its threads. */
    sourceIds: z.array(id),
    /** Ordered by whom it is of: their receipt counts what they may know of. */
    isOwn: z.boolean(),
    /** The call's key; null where a message ordered it. */
    keyId: z.string().nullable(),
    at,
  }),
);

const count = z.number().int().nonnegative();

/** A part of what it covers: found once, while everybody's names are known, and carried out bit by bit. */
export const ErasurePlanned = defineEvent(
  'ErasurePlanned',
  1,
  z.object({
    erasureId: id,
    memoryIds: z.array(id),
    recordIds: z.array(id),
    /** Whose names go. */
    namesOf: z.array(id),
    /** Places whose names go. */
    placesOf: z.array(id),
    /** How much of that whoever is meant may know of. */
    known: z.object({ memories: count, messages: count }),
    isLast: z.boolean(),
  }),
);

/** So far it is carried out. The values are kept for the residual scan, under a key that ends with it. */
export const ErasureAdvanced = defineEvent(
  'ErasureAdvanced',
  1,
  z.object({
    erasureId: id,
    memoryIds: z.array(id),
    recordIds: z.array(id),
    /** By store, what went beside memories and messages. */
    counts: z.record(z.string(), count),
    values: z.array(z.string()).nullable(),
  }),
  { sealed: ['values'], sealedBy: (data) => data.erasureId },
);

/** The words of a message are destroyed, as all its edits are. What is held of it stays as it was decided, and it is read no more. */
export const MessageErased = defineEvent(
  'MessageErased',
  1,
  z.object({ erasureId: id, recordId: id, platform: z.string(), messageId: z.string(), sourceId: id, at }),
);

export const NamesErased = defineEvent(
  'NamesErased',
  1,
  z.object({
    erasureId: id,
    entityIds: z.array(id),
    sourceIds: z.array(id),
    /** Links of theirs, whose evidence may quote names. */
    linkIds: z.array(id),
    at,
  }),
);

/** The store was looked through for the values, and nobody needs them any more: their key is destroyed with this. */
export const ErasureScanned = defineEvent(
  'ErasureScanned',
  1,
  z.object({ erasureId: id, residual: z.record(z.string(), z.union([count, z.record(z.string(), count)])) }),
);

export const ErasureFinished = defineEvent(
  'ErasureFinished',
  1,
  z.object({
    erasureId: id,
    status: z.enum(['done', 'failed']),
    /** Signed: one tells an operator everything, one tells whoever is meant what they may know. */
    receipt: z.record(z.string(), z.unknown()),
    ownReceipt: z.record(z.string(), z.unknown()),
  }),
);
