import type { Outcome } from './message-bus.js';

/** Milliseconds before the second, third, fourth and any later attempt. */
export const retryDelays = [2_000, 10_000, 60_000, 300_000] as const;

/** The delay after this many attempts; the last one repeats. */
export const retryDelay = (attempt: number, delays: readonly number[] = retryDelays): number =>
  delays[Math.min(Math.max(attempt, 1), delays.length) - 1] ?? 0;

/** At most a fifth more, so that what failed together does not come back together. */
const jitterShare = 0.2;

export interface SettlementRules {
  readonly maxAttempts: number;
  readonly delays: readonly number[];
  /** 0 to 1. */
  readonly chance: number;
}

/** What the bus does with one delivery. `behind`: its key waits for one before it; it is delivered again, in its turn. */
export type Settlement =
  | { readonly kind: 'handled' }
  | { readonly kind: 'delay'; readonly forMs: number; readonly cause: string }
  | { readonly kind: 'park'; readonly cause: string }
  | { readonly kind: 'behind' };

/** A delay that a handler left out, or that would make the bus spin, is taken from the curve. */
const delayAfter = (asked: number, attempt: number, { delays, chance }: SettlementRules): number => {
  const delay = Number.isFinite(asked) && asked > 0 ? asked : retryDelay(attempt, delays);
  return Math.round(delay * (1 + jitterShare * chance));
};

/** INVARIANT: the only place where the outcome of a handler becomes something the bus does. */
export const settlementOf = (outcome: Outcome, attempt: number, rules: SettlementRules): Settlement => {
  switch (outcome.kind) {
    case 'done':
      return { kind: 'handled' };
    case 'park':
      return { kind: 'park', cause: outcome.cause };
    case 'retry':
      return attempt >= rules.maxAttempts
        ? { kind: 'park', cause: outcome.cause }
        : { kind: 'delay', forMs: delayAfter(outcome.after, attempt, rules), cause: outcome.cause };
  }
};

/** Errors that no later attempt heals: the code or the message is wrong, not the world around it. */
const hopeless = new Set(['ZodError', 'TypeError', 'ReferenceError', 'RangeError', 'SyntaxError']);
/** What Postgres refuses for what it is: data exceptions, broken constraints, rows and index entries beyond a limit. */
const hopelessCode = /^(?:22|23|54)[0-9A-Z]{3}$/u;

interface ErrorLike {
  readonly name: string;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly stack?: unknown;
}
/** Not `instanceof`: an error may come from another realm (a worker's message, a vm context). */
const isErrorLike = (error: unknown): error is ErrorLike =>
  typeof error === 'object' && error !== null && 'name' in error && typeof error.name === 'string';

/** Where the stack begins, behind the message: lines of a message may look like frames. */
const framesOf = ({ message, stack }: ErrorLike): string => {
  if (typeof stack !== 'string' || typeof message !== 'string') return '';
  const at = stack.indexOf(message);
  return at < 0 ? '' : stack.slice(at + message.length);
};

/** Name, code and place of an error. Its message may quote what people wrote, so that stays out. */
export const causeOf = (error: unknown): string => {
  if (!isErrorLike(error)) return 'something that is no Error was thrown';
  const code = typeof error.code === 'string' && /^\w+$/u.test(error.code) ? ` ${error.code}` : '';
  const place = /^ +at .*?([^/(]+:\d+):\d+\)?$/mu.exec(framesOf(error))?.[1];
  return `${error.name}${code}${place === undefined ? '' : ` at ${place}`}`;
};

/** `fetch` calls a connection that failed a TypeError; what became of it is the code of its cause. */
const isOfConnection = ({ cause }: ErrorLike): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string';

const isHopeless = (error: ErrorLike): boolean =>
  (hopeless.has(error.name) && !isOfConnection(error)) ||
  (typeof error.code === 'string' && hopelessCode.test(error.code));

/** The store or a service does not take connections, is starting, or has no room: whatever was delivered, it would have failed. */
const awayCode =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|57P03|53100|53300)$/u;

const hasAwayCode = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  awayCode.test(error.code);

/**
 * Whether what handlers need is away. Then no attempt was made: messages that come while a store is down for an hour are not
 * parked for it. A connection that broke in the middle is an attempt: a message may be what breaks it.
 */
export const isAway = (error: unknown): boolean =>
  hasAwayCode(error) ||
  (typeof error === 'object' && error !== null && 'cause' in error && hasAwayCode(error.cause));

/**
 * A handler that threw, for each of the `size` deliveries it had. Nobody knows which of several made it throw, so they
 * are delivered again, one at a time, and only what throws alone is parked.
 */
export const outcomeOfThrow = (error: unknown, size: number): Outcome => {
  const cause = causeOf(error);
  return size === 1 && isErrorLike(error) && isHopeless(error)
    ? { kind: 'park', cause }
    : { kind: 'retry', after: 0, cause };
};

export interface Handled {
  readonly tenantId: string;
  readonly key: string;
  readonly attempt: number;
}

export const keyOf = ({ tenantId, key }: Pick<Handled, 'tenantId' | 'key'>): string => `${tenantId}\n${key}`;

/** One settlement a delivery, same order: the first of a key that is to be tried again holds those behind it. */
export const settleBatch = (
  deliveries: readonly Handled[],
  outcomes: readonly Outcome[],
  rules: SettlementRules,
): readonly Settlement[] => {
  const stopped = new Set<string>();
  return deliveries.map((delivery, index) => {
    const outcome = outcomes[index];
    if (stopped.has(keyOf(delivery)) || !outcome) return { kind: 'behind' };
    const settlement = settlementOf(outcome, delivery.attempt, rules);
    if (settlement.kind === 'delay') stopped.add(keyOf(delivery));
    return settlement;
  });
};

/** How long a service that is away is left alone. */
const awayMs = 2_000;

/** After a throw nothing of a batch of several is parked, whatever the attempt; nor anything while what handlers need is away. */
export const settleThrow = (
  deliveries: readonly Handled[],
  error: unknown,
  rules: SettlementRules,
): readonly Settlement[] => {
  const outcome: Outcome = isAway(error)
    ? { kind: 'retry', after: awayMs, cause: causeOf(error) }
    : outcomeOfThrow(error, deliveries.length);
  const patient = deliveries.length === 1 && !isAway(error) ? rules : { ...rules, maxAttempts: Infinity };
  return settleBatch(
    deliveries,
    deliveries.map(() => outcome),
    patient,
  );
};
