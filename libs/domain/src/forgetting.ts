/** That somebody asked to have everything about them forgotten: who they were by then, with all linked entities. */
export interface ForgettingOfSelf {
  readonly recordId: string;
  readonly agentId: string;
  readonly authorIds: readonly string[];
  /** What they said themselves stays: only what others said of them goes. */
  readonly keepsOwn: boolean;
  readonly at: Date;
  /** When the order was received; null where it is not known any more. */
  readonly receivedAt: Date | null;
}

/** What was said, or is held of it: a message, or a fact drawn from one. */
export interface Uttered {
  readonly recordId: string;
  readonly agentId: string;
  readonly speakerId: string | null;
  /** Whom it speaks of: its subjects, whom it names and whom it points at. */
  readonly meantIds: readonly string[];
  readonly sentAt: Date;
  readonly receivedAt: Date;
}

/** `own`: the speaker's words go altogether. `of-them`: others said it of them, and it is told to nobody any more. */
export type Coverage = 'own' | 'of-them' | 'none';

/** What came with a time that had not come yet was said when it was received. */
const wasSaidBy = (order: ForgettingOfSelf, { sentAt, receivedAt }: Uttered): boolean =>
  sentAt <= order.at || (sentAt >= receivedAt && order.receivedAt !== null && receivedAt <= order.receivedAt);

/**
 * Whether an order to forget everything about its author covers what was said, whenever that arrives.
 * INVARIANT: what others say of themselves, or of somebody else of the same name, is theirs and stays.
 */
export const coverageOf = (order: ForgettingOfSelf, said: Uttered): Coverage => {
  const isOrder = said.recordId === order.recordId;
  if (isOrder || said.agentId !== order.agentId || !wasSaidBy(order, said)) return 'none';
  if (said.speakerId !== null && order.authorIds.includes(said.speakerId))
    return order.keepsOwn ? 'none' : 'own';
  return said.meantIds.some((id) => order.authorIds.includes(id)) ? 'of-them' : 'none';
};
