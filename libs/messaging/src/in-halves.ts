import type { Delivery, Outcome } from './message-bus.js';
import {
  isAway,
  keyOf,
  settleBatch,
  settleThrow,
  type Settlement,
  type SettlementRules,
} from './settlement.js';

export interface Handling {
  readonly handle: (deliveries: readonly Delivery[]) => Promise<readonly Outcome[]>;
  readonly rules: SettlementRules;
  /** What is thrown then is no word on what was delivered. */
  readonly isStopped: () => boolean;
  readonly onThrow: (error: unknown) => void;
}

/** Of a batch of 500, those that let two messages be found; where everything fails, the rest is left for later. */
const mostCalls = 40;

const outcomesOf = async (
  { handle }: Handling,
  deliveries: readonly Delivery[],
): Promise<readonly Outcome[]> => {
  const outcomes = await handle(deliveries);
  if (outcomes.length === deliveries.length) return outcomes;
  throw new RangeError(`${String(outcomes.length)} outcomes for ${String(deliveries.length)} deliveries`);
};

/** Keys of these that wait: for an attempt of their own, or behind one. */
const stoppedIn = (
  deliveries: readonly Delivery[],
  settlements: readonly Settlement[],
): ReadonlySet<string> =>
  new Set(
    deliveries.flatMap((delivery, at) => {
      const kind = settlements[at]?.kind;
      return kind === 'delay' || kind === 'behind' ? [keyOf(delivery)] : [];
    }),
  );

/**
 * One settlement a delivery, same order. A batch that throws is handed over again in halves, until what throws is alone: it has
 * made an attempt, and those beside it are handled at once and are charged none. What comes after it of its key waits for it.
 * Throws what is thrown while the bus stops, or what handlers need is away.
 */
export const settleInHalves = async (
  deliveries: readonly Delivery[],
  handling: Handling,
): Promise<readonly Settlement[]> => {
  let calls = 0;
  const settle = async (batch: readonly Delivery[]): Promise<readonly Settlement[]> => {
    if (batch.length === 0) return [];
    calls += 1;
    try {
      return settleBatch(batch, await outcomesOf(handling, batch), handling.rules);
    } catch (error) {
      if (handling.isStopped() || isAway(error)) throw error;
      if (calls === 1 || batch.length === 1) handling.onThrow(error);
      return batch.length === 1 || calls >= mostCalls
        ? settleThrow(batch, error, handling.rules)
        : halved(batch);
    }
  };
  const halved = async (batch: readonly Delivery[]): Promise<readonly Settlement[]> => {
    const middle = Math.ceil(batch.length / 2);
    const before = batch.slice(0, middle);
    const first = await settle(before);
    const stopped = stoppedIn(before, first);
    const after = batch.slice(middle);
    const going = after.filter((delivery) => !stopped.has(keyOf(delivery)));
    const second = (await settle(going)).values();
    const behind: Settlement = { kind: 'behind' };
    return [
      ...first,
      ...after.map((delivery) => (stopped.has(keyOf(delivery)) ? behind : (second.next().value ?? behind))),
    ];
  };
  return settle(deliveries);
};
