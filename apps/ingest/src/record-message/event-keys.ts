import { eventScopeOf } from '#contracts';
import type { Sql } from '#database';
import { agentEntityId, eventKeyOf, eventKeyWithin, type EventScope } from '#domain';
import { publishedFor } from '#read-models';
import type { Received, Taken } from './decode.js';
import { commandIdOf, type RecordedResult } from '../recorded-result.js';

type CarriedOut = (commandIds: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;

interface Held {
  readonly eventKey: string;
  readonly result: RecordedResult;
}

/**
 * Whether an event was of this platform and agent. Of before that was kept it is told by its message; of one that is of none
 * nobody knows any more, and it is the same for all.
 */
const isWithin = async (
  sql: Sql,
  tenantId: string,
  { by, revision, recordId }: RecordedResult,
  { platform, agent }: EventScope,
): Promise<boolean> => {
  if (by) return by.platform === platform && by.agent === agent;
  const posted = revision ?? (recordId === null ? null : await publishedFor(sql, recordId));
  if (posted === null) return true;
  const isOfAny = (posted.agentId ?? null) === null || agent === null;
  return posted.platform === platform && (isOfAny || posted.agentId === agentEntityId(tenantId, agent));
};

/** The event that was taken under a key by one of these; under its own key, or under those that follow where others hold it. */
export const heldWithin = async (
  {
    sql,
    tenantId,
    carriedOut,
  }: { readonly sql: Sql; readonly tenantId: string; readonly carriedOut: CarriedOut },
  eventKey: string,
  scope: EventScope,
): Promise<Held | { readonly eventKey: string; readonly result: null }> => {
  for (let key = eventKey; ; key = eventKeyWithin(key, scope)) {
    const id = commandIdOf(key);
    const result = (await carriedOut([id])).get(id) as RecordedResult | undefined;
    if (result === undefined) return { eventKey: key, result: null };
    if (await isWithin(sql, tenantId, result, scope)) return { eventKey: key, result };
  }
};

/**
 * What was not taken before, each under a key of its own. INVARIANT: events of two platforms, or of two agents, are never each
 * other's repeats, whatever source and id they say.
 */
export const freshAmong = async (
  { sql, carriedOut }: { readonly sql: Sql; readonly carriedOut: CarriedOut },
  tenantId: string,
  received: readonly Received[],
): Promise<readonly Taken[]> => {
  const ids = received.map(({ event }) => commandIdOf(eventKeyOf(event)));
  const known = new Map(await carriedOut(ids));
  const asked = new Set(ids);
  const among: CarriedOut = async (wanted) => {
    const unknown = wanted.filter((id) => !asked.has(id) && !known.has(id));
    if (unknown.length > 0) for (const [id, result] of await carriedOut(unknown)) known.set(id, result);
    for (const id of unknown) asked.add(id);
    return known;
  };
  const taken: Taken[] = [];
  for (const one of received) {
    const scope = eventScopeOf(one.event);
    const { eventKey, result } = await heldWithin(
      { sql, tenantId, carriedOut: among },
      eventKeyOf(one.event),
      scope,
    );
    if (result !== null) continue;
    known.set(commandIdOf(eventKey), { recordId: null, by: scope } satisfies RecordedResult);
    taken.push({ ...one, eventKey });
  }
  return taken;
};
