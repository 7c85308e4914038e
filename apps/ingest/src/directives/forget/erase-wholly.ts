import type { LogWriter } from '#event-log';
import { everythingOf, type GivenOrder } from '#read-models';
import type { Effect } from '../target/effect.js';
import { erase, type ForgettingReason } from './erase.js';
import { spokenOf } from './spoken-of.js';
import { orderOf } from './standing-orders.js';

export interface Wholly {
  readonly cluster: readonly string[];
  /** What others said of them goes, what they said themselves stays. */
  readonly keepsOwn: boolean;
  readonly reason: ForgettingReason;
}

/**
 * Forgets everything about the person who orders it, also messages that were sent before the order and arrive after it.
 * INVARIANT: the one decision for a message that asks for it and for a call that does.
 */
export const eraseWholly = async (
  writer: LogWriter,
  order: GivenOrder,
  { cluster, keepsOwn, reason }: Wholly,
  at: Date,
): Promise<Effect> => {
  const others = await spokenOf(writer.sql, order, cluster, at);
  const held = await everythingOf(writer.sql, order, cluster);
  const isOwn = (speakerId: string | null): boolean => speakerId !== null && cluster.includes(speakerId);
  const rows = keepsOwn ? held.filter(({ speakerId }) => !isOwn(speakerId)) : held;
  const about = { cluster, everything: !keepsOwn, reason };
  const effect = await erase(writer, order, [...rows, ...others.memories], about, at);
  const ordered = {
    authorIds: [...cluster],
    isEverything: true,
    keepsOwn,
    values: [],
    spokenOfIn: [...others.recordIds],
  };
  return { ...effect, appends: [orderOf(order, ordered), ...effect.appends] };
};
