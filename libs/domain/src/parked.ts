/** Why something parked was let go of. */
export const discardReasons = ['by-an-operator', 'deleted', 'forgotten'] as const;
export type DiscardReason = (typeof discardReasons)[number];
