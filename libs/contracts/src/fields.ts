import { z } from 'zod';
import { sensitivityLabels } from '#domain';

/** Fields that several schemas have. */
export const identifier = z.string().min(1).max(512);
export const uuid = z.uuid();
export const unit = z.number().min(0).max(1);
export const sensitivity = z.enum(
  sensitivityLabels as [(typeof sensitivityLabels)[number], ...(typeof sensitivityLabels)[number][]],
);
/** When something ends, as a caller writes it. */
export const ending = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value))
  .refine((at) => at.getTime() >= Date.UTC(1990, 0, 1) && at.getTime() < Date.UTC(10_000, 0, 1), {
    message: 'is before 1990 or after 9999',
  })
  .nullish();
export const limit = z.coerce.number().int().min(1).max(200).default(50);

/** When something was, as it is answered. */
export const at = z.iso.datetime();
export const anything = z.record(z.string(), z.unknown());
export const numbers = z.record(z.string(), z.number());

/** Whose memory is meant where nobody says. */
export const defaultAgent = 'default';
