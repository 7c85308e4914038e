import { z } from 'zod';

/** What event schemas have in common. */
export const id = z.uuid();
export const at = z.coerce.date();
export const rank = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

/** An event's data as an older release wrote it. */
export type Old = Record<string, unknown>;

/** Of before it was kept how a place stood when something was said there. */
export const withoutSetting = (old: Old): Old => ({ ...old, setting: null });

/** Whom the speaker keeps it from. Events of before nobody was kept from anything have no such list. */
export const keptFrom = z.array(id).default([]);

const actorKinds = ['operator', 'client', 'system'] as const;

/** Who did something about a link or a review: never a name. */
export const actorSchema = z.object({
  kind: z.enum(actorKinds),
  /** The key, or the part of Kith that did it. */
  id: z.string().min(1).max(256),
  /** Of a client: for whom. */
  viewerId: id.nullable(),
});
export type Actor = z.output<typeof actorSchema>;
