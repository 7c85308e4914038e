import type { Sql } from '#database';
import {
  type Caller,
  type EntityRef,
  type PlaceRef,
  type RememberRequest,
  type SourceRef,
  isOperator,
} from '#contracts';
import { accountEntityId, agentEntityId, derivedId, event as build, sourceIdOf } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { findEntity, membershipsOf, placesById, sourceIdOfRef, type PlaceView } from '#read-models';
import { loadKnown, type Known } from './record-message/known.js';
import { observeAccount, observeSource } from './record-message/observe.js';

export interface Person {
  readonly entityId: string;
  readonly appends: readonly StreamAppend[];
}

/** Resolves a reference, registering an account at its first sight. Null when an entity id is not known. */
export const resolvePerson = async (
  sql: Sql,
  tenantId: string,
  ref: EntityRef,
  at: Date,
): Promise<Person | null> => {
  const entityId = await findEntity(sql, tenantId, ref);
  if (entityId !== null) return { entityId, appends: [] };
  if (ref.platform === undefined || ref.platform_user_id === undefined) return null;
  const known: Known = {
    tenantId,
    accounts: new Map(),
    sources: new Map(),
    agentOf: new Map(),
    knownSince: new Map(),
    placesOf: new Map(),
    idsPerPlace: new Set(),
    erased: { words: [], names: [] },
    deleted: new Set(),
  };
  const account = {
    platform_user_id: ref.platform_user_id,
    handle: ref.handle,
    display_name: ref.display_name,
    kind: ref.kind,
  };
  const observed = observeAccount(known, { ref: account, platform: ref.platform, at });
  return {
    entityId: accountEntityId(tenantId, ref.platform, ref.platform_user_id),
    appends: observed.appends,
  };
};

export interface Located {
  readonly place: PlaceView | null;
  readonly appends: readonly StreamAppend[];
  readonly error: string | null;
}

const asSourceRef = (ref: PlaceRef): SourceRef | null =>
  ref.type === undefined || ref.external_id === undefined
    ? null
    : {
        type: ref.type,
        external_id: ref.external_id,
        platform: ref.platform,
        name: ref.name,
        access: ref.access,
        history: ref.history,
        parent: ref.parent ? asSourceRef({ platform: ref.platform, ...ref.parent }) : null,
      };

const privatePlatform = 'kith';

/** Without a source it is said in private, between the speaker and the agent: a place of their own. */
const privatePlace = (
  tenantId: string,
  agentId: string,
  speakerId: string,
): SourceRef & { readonly sourceId: string } => {
  const external_id = `private:${derivedId('private', agentId, speakerId)}`;
  return {
    type: 'dm',
    external_id,
    platform: privatePlatform,
    sourceId: sourceIdOf(tenantId, privatePlatform, 'dm', external_id),
  };
};

const isPresent = async (sql: Sql, entityId: string, sourceId: string, at: Date): Promise<boolean> =>
  (await membershipsOf(sql, [entityId])).some(
    (m) => m.sourceId === sourceId && m.from <= at && (m.to === null || m.to > at),
  );

export const locate = async (
  writer: LogWriter,
  caller: Caller,
  request: RememberRequest,
  speakerId: string,
  at: Date,
): Promise<Located> => {
  const { tenantId } = caller;
  const saidAt = request.observed_at ?? at;
  const placeOf = async (sourceId: string): Promise<PlaceView | null> =>
    (await placesById(writer.sql, tenantId, [sourceId], saidAt)).get(sourceId) ?? null;
  const register = async (ref: SourceRef, sourceId: string): Promise<Located> => {
    const known = await loadKnown(writer.sql, tenantId, [], []);
    const { appends } = observeSource(known, ref, ref.platform ?? privatePlatform, at);
    // Read back: what it hangs under decides what it is.
    await writer.append(appends, { actor: `key:${caller.keyId}` });
    return { place: await placeOf(sourceId), appends: [], error: null };
  };
  if (!request.source) {
    if (request.visibility_scope === 'global_shared' || request.visibility_scope === 'system')
      return { place: null, appends: [], error: null };
    const own = privatePlace(tenantId, agentEntityId(tenantId, request.agent_id), speakerId);
    const stored = await placeOf(own.sourceId);
    if (stored) return { place: stored, appends: [], error: null };
    const { place, appends } = await register(
      { type: own.type, external_id: own.external_id, platform: own.platform },
      own.sourceId,
    );
    const joined = build(
      'ParticipantJoined',
      { sourceId: own.sourceId, entityId: speakerId, role: 'member', at, namesHeld: 'none' },
      at,
    );
    return {
      place,
      appends: [...appends, { stream: `source-${own.sourceId}`, events: [joined] }],
      error: null,
    };
  }
  const sourceId = sourceIdOfRef(tenantId, request.source);
  const stored = await placeOf(sourceId);
  // One answer for a place that is not known and one that the viewer is not in: existence is not told.
  if (!isOperator(caller) && !(stored && (await isPresent(writer.sql, speakerId, sourceId, at))))
    return { place: null, appends: [], error: 'is not a place the viewer takes part in' };
  if (stored) return { place: stored, appends: [], error: null };
  const ref = asSourceRef(request.source);
  return ref ? register(ref, sourceId) : { place: null, appends: [], error: 'is not known' };
};
