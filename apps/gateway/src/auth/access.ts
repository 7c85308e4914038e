import type { FastifyRequest } from 'fastify';
import type { Caller } from '#contracts';
import type { ApiKeys } from './api-keys.js';
import type { GatewayLog } from '../telemetry/log.js';
import type { EdgeMetrics, TurnedAway } from '../telemetry/metrics.js';
import { orUnavailable } from '../http/or-unavailable.js';
import { ProblemError } from '../http/problem.js';
import { stateOf } from '../http/request-state.js';
import type { TokenBuckets } from '../limits/token-bucket.js';

export const presentedKey = ({ headers }: FastifyRequest): string => {
  const [, bearer] = /^bearer +(\S+) *$/iu.exec(headers.authorization ?? '') ?? [];
  const plain = headers['x-api-key'];
  return bearer ?? (typeof plain === 'string' ? plain : '');
};

const unauthenticated = (): ProblemError =>
  new ProblemError('unauthenticated', 'A valid key is needed: Authorization: Bearer <key>.', [], {
    'www-authenticate': 'Bearer',
  });

/** An address may be one of very many that its owner has: in IPv6 the network counts. */
const neighbourhoodOf = (address: string): string =>
  address.includes(':') && !address.startsWith('::ffff:')
    ? address.split(':').slice(0, 4).join(':')
    : address;

interface AccessParts {
  readonly keys: ApiKeys;
  /** Requests a key may make. */
  readonly ofKeys: TokenBuckets;
  /** Wrong keys that may come from one neighbourhood. */
  readonly wrongKeys: TokenBuckets;
  readonly metrics: EdgeMetrics;
  /** Others than this machine can connect. */
  readonly isExposed: boolean;
  readonly log: GatewayLog;
}

/** Who calls, by the key alone, and whether too often. Throws the problem to print. */
export class Access {
  constructor(private readonly parts: AccessParts) {}

  get isExposed(): boolean {
    return this.parts.isExposed;
  }

  /** Once a request: whoever asks again is told the same. */
  async callerOf(request: FastifyRequest): Promise<Caller> {
    const state = stateOf(request);
    if (state.caller) return state.caller;
    const caller = await this.#find(request, presentedKey(request));
    if (!caller) throw unauthenticated();
    state.caller = caller;
    const seconds = this.parts.ofKeys.take(caller.keyId);
    if (seconds > 0) throw this.#tooOften('key-rate', 'This key asks too often.', seconds);
    return caller;
  }

  /** A wrong key costs a question to the store. Who has sent many waits, but for keys that were right a moment ago. */
  async #find(request: FastifyRequest, key: string): Promise<Caller | null> {
    if (key === '') return null;
    const { keys, wrongKeys, log } = this.parts;
    const known = keys.known(key);
    if (known) return known;
    const from = neighbourhoodOf(request.ip);
    const seconds = wrongKeys.secondsUntil(from);
    if (seconds > 0) throw this.#tooOften('wrong-keys', 'Too many wrong keys came from there.', seconds);
    const caller = await orUnavailable(log, 'key.lookup-failed', keys.find(key));
    if (!caller) wrongKeys.take(from);
    return caller;
  }

  #tooOften(reason: TurnedAway, detail: string, seconds: number): ProblemError {
    this.parts.metrics.turnedAway(reason);
    return new ProblemError('too-many-requests', detail, [], { 'retry-after': String(seconds) });
  }
}
