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
