import { z } from 'zod';

export const listParkedSchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/u, 'is no cursor of this list')
    .optional(),
});
export type ListParked = z.output<typeof listParkedSchema>;

/** What the bus could not have handled, by ids alone: its words are for nobody to see. */
export interface ParkedView {
  readonly id: string;
  readonly kind: string;
  readonly consumer: string;
  /** `<source>|<id>` of a message event. */
  readonly event_key: string;
  readonly type: string | null;
  readonly platform: string | null;
  readonly message_id: string | null;
  readonly attempts: number;
  readonly cause: string;
  readonly bytes: number;
  readonly received_at: string;
  readonly parked_at: string;
}

/** Why something parked was let go of. */
export const discardReasons = ['by-an-operator', 'deleted', 'forgotten'] as const;
export type DiscardReason = (typeof discardReasons)[number];
