import type { z } from 'zod';
import {
  documentFault,
  eventConfinementErrors,
  eventScopeOf,
  fieldErrors,
  reachHeader,
  reachOfAll,
  withOwnAgent,
  type Caller,
  type EventResult,
  type MessageEvent,
} from '#contracts';
import { eventKeyOf, sourceIdOf, type FieldError } from '#domain';
import { credentialInIdentifiers, withoutCredentials } from '#safety';
import type { MessageBus, Outgoing } from '#messaging';
import { traceparentNow } from '#observability';
import type { RequestIds } from '../http/request-state.js';

export type Judged =
  | { readonly ok: true; readonly id: string; readonly event: MessageEvent; readonly received: unknown }
  | { readonly ok: false; readonly id: string | null; readonly errors: readonly FieldError[] };

const idOf = (item: unknown): string | null => {
  const id = typeof item === 'object' && item !== null ? (item as { readonly id?: unknown }).id : null;
  return typeof id === 'string' && id !== '' && id.length <= 512 ? id : null;
};

/** What a key of one agent says is said by that agent: a message is its own, and it revises none of another one. */
const ofOwnAgent = (caller: Caller, event: unknown): unknown =>
  typeof event === 'object' && event !== null && 'data' in event
    ? { ...event, data: withOwnAgent(caller, event.data, true) }
    : event;

/** One item of a batch: others do not suffer for it. */
export const judgeEvent = (schema: z.ZodType<MessageEvent>, given: unknown, caller?: Caller): Judged => {
  const received = caller === undefined ? given : ofOwnAgent(caller, given);
  const fault = documentFault(received) ?? credentialInIdentifiers(received);
  const id = idOf(received);
  if (fault) return { ok: false, id: fault.path === 'id' ? null : id, errors: [fault] };
  const parsed = schema.safeParse(received);
  if (parsed.success) {
    const errors = caller === undefined ? [] : eventConfinementErrors(caller, parsed.data.data);
    return errors.length > 0
      ? { ok: false, id, errors }
      : { ok: true, id: parsed.data.id, event: parsed.data, received };
  }
  return { ok: false, id, errors: fieldErrors(parsed.error) };
};

/** The unit of order: the place where it happened, else the message or the account that it is about. */
export const orderKeyOf = (tenantId: string, event: MessageEvent): string => {
  const { data } = event;
  if ('source' in data && data.source)
    return sourceIdOf(
      tenantId,
      data.source.platform ?? data.platform,
      data.source.type,
      data.source.external_id,
    );
  if ('message_id' in data) return `${data.platform}|${data.message_id}`;
  return `${data.platform}|${'account' in data ? data.account.platform_user_id : ''}`;
};

/** The same message of an agent under another event id is the same message. */
const tellsOf = (tenantId: string, event: MessageEvent): { readonly tells?: string } =>
  event.type === 'kith.message.posted.v1'
    ? { tells: JSON.stringify([eventScopeOf(event), orderKeyOf(tenantId, event), event.data.message_id]) }
    : {};

const outgoing = (
  caller: Caller,
  ids: RequestIds,
  { event, received }: Extract<Judged, { ok: true }>,
): Outgoing => {
  const isOfOne = caller.agent !== undefined || caller.platform !== undefined;
  const traceparent = event.traceparent ?? traceparentNow() ?? ids.traceparent;
  return {
    id: eventKeyOf(event),
    // INVARIANT: what a key may not write it cannot stand in the way of.
    scope: JSON.stringify(eventScopeOf(event)),
    ...tellsOf(caller.tenantId, event),
    tenantId: caller.tenantId,
    kind: 'events',
    key: orderKeyOf(caller.tenantId, event),
    // INVARIANT: a credential is not even carried: what leaves the edge has a mark in its place.
    body: Buffer.from(JSON.stringify(withoutCredentials(received))),
    headers: {
      'x-correlation-id': ids.correlationId,
      ...(isOfOne ? {} : { [reachHeader]: reachOfAll }),
      ...(traceparent === null ? {} : { traceparent }),
    },
  };
};

/** Resolves when every valid event is stored; one result an item, in the order given. */
export const publishEvents = async (
  bus: MessageBus,
  caller: Caller,
  ids: RequestIds,
  judged: readonly Judged[],
): Promise<readonly EventResult[]> => {
  const valid = judged.filter((item) => item.ok);
  const stored = valid.length > 0 ? await bus.publish(valid.map((item) => outgoing(caller, ids, item))) : [];
  const statuses = stored.values();
  return judged.map((item) => {
    if (!item.ok) return { id: item.id, status: 'rejected', errors: item.errors };
    return { id: item.id, status: statuses.next().value === 'stored' ? 'accepted' : 'duplicate' };
  });
};
