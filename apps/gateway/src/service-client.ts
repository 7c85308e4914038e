import type { ClientProxy } from '@nestjs/microservices';
import { TimeoutError } from 'rxjs';
import { failed, type Answer, type IngestService, type JanitorService, type RecallService } from '#contracts';
import { askWithin } from '#wiring';
import { faultFields, type GatewayLog } from './telemetry/log.js';

const isAnswer = (value: unknown): value is Answer<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { ok?: unknown }).ok === 'boolean';

const waitOf = (input: unknown): number => {
  const waitMs = (input as { readonly waitMs?: unknown }).waitMs;
  return typeof waitMs === 'number' ? waitMs : 0;
};

export interface ServiceClientOptions {
  /** An answer that takes longer is `unavailable`; what the input itself asks to wait comes on top. */
  readonly limitMs: number;
  readonly log: GatewayLog;
}

/**
 * Another app's service with the types of its contract. Never throws: an app that fails, does not answer in time or
 * answers nonsense is `unavailable`, so no memory can leave by a failure.
 */
export const serviceClient = <Service extends object>(
  apps: ClientProxy,
  service: string,
  operations: { readonly [Operation in keyof Service]: true },
  { limitMs, log }: ServiceClientOptions,
): Service => {
  const ask = (operation: string) => async (input: unknown) => {
    try {
      const answer = await askWithin(apps, `${service}.${operation}`, input, limitMs + waitOf(input));
      if (isAnswer(answer)) return answer;
      log.error({ event: 'service.gave-no-answer', service, operation, late: false });
    } catch (error) {
      if (error instanceof TimeoutError)
        log.error({ event: 'service.gave-no-answer', service, operation, late: true });
      else log.error({ event: 'service.failed', service, operation, ...faultFields(error) });
    }
    return failed('unavailable', '');
  };
  return Object.fromEntries(
    Object.keys(operations).map((operation) => [operation, ask(operation)]),
  ) as Service;
};

export const recallOperations = {
  recall: true,
  search: true,
  list: true,
  get: true,
  history: true,
  users: true,
  entity: true,
  scope: true,
  whoami: true,
  explain: true,
  stats: true,
  reviews: true,
  review: true,
  grants: true,
} as const satisfies Record<keyof RecallService, true>;

export const ingestOperations = {
  remember: true,
  patch: true,
  forget: true,
  forgetMany: true,
  giveGrant: true,
  revokeGrant: true,
  renamePerson: true,
  addAlias: true,
  revokeAlias: true,
  register: true,
  verify: true,
  giveLinkCode: true,
  sayLinkCode: true,
  hearSecret: true,
  proposeLink: true,
  revertLink: true,
  decideReview: true,
  decideReviews: true,
  raiseReview: true,
  orderErasure: true,
  erasure: true,
  erasures: true,
  erasureKey: true,
  listParked: true,
  replayParked: true,
  discardParked: true,
  eventStatus: true,
  takenOtherwise: true,
} as const satisfies Record<keyof IngestService, true>;

export const janitorOperations = {
  run: true,
  reports: true,
  doctor: true,
} as const satisfies Record<keyof JanitorService, true>;
