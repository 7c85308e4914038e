import type { BackPressureLimits } from './back-pressure.js';
import type { Rate } from './token-bucket.js';

export interface ConnectionLimits {
  /** Open at once; more are closed as they come. */
  readonly most: number;
  /** For a request to arrive whole: a client may be slow, but not for ever. */
  readonly requestWithinMs: number;
  /** Without a byte either way: a client that never reads its answer is let go. */
  readonly silentForMs: number;
}

export interface GatewayLimits {
  /** Requests a key may make. */
  readonly rate: Rate;
  /** Wrong keys that may come from one address before it has to wait. */
  readonly wrongKeys: Rate;
  /** Requests worked on at once. */
  readonly mostRunning: number;
  /** Of these, by one key, and by all keys of one tenant. */
  readonly mostRunningOfKey: number;
  readonly mostRunningOfTenant: number;
  readonly backPressure: BackPressureLimits;
  /** An app that takes longer to answer is taken for unavailable. */
  readonly answerWithinMs: number;
  readonly connections: ConnectionLimits;
}

export const defaultLimits: GatewayLimits = {
  rate: { perSecond: 500, burst: 2000 },
  wrongKeys: { perSecond: 1, burst: 30 },
  mostRunning: 256,
  mostRunningOfKey: 128,
  mostRunningOfTenant: 192,
  backPressure: { mostWaiting: 20_000, refreshMs: 500 },
  answerWithinMs: 30_000,
  // A wait for `indexed` may be silent for a minute and a half.
  connections: { most: 512, requestWithinMs: 60_000, silentForMs: 120_000 },
};
