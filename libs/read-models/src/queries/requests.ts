import type { Sql } from '#database';
import type { EntityRef, PlaceRef } from '#contracts';
import { agentEntityId, type Knobs, type MemoryStatus } from '#domain';
import type { MemoryFacts, Membership, Operation, Place, Principal, ReadRequest } from '#policy';
import { readersAt } from './audience.js';
import { grantedTo } from './grants.js';
import { areAllMembers } from './guests.js';
import { standingOf } from './identities.js';
import { onlySpeakerOf } from './one-user.js';
import { clusterOf, entityIdOfRef, findEntity } from './people.js';
import { membershipsOf, placesById, sourceIdOfRef, type PlaceView } from './places.js';
import { noOverlap, togetherIn } from './presence.js';

/** Somebody asks something of the memory. References are resolved here and nowhere else. */
export interface UnresolvedRequest {
  readonly tenantId: string;
  /** The remembering persona's handle; null is every one of them for an inspecting operator, and none for anybody else. */
  readonly agent: string | null;
  readonly principal: Principal;
  readonly operation: Operation;
  readonly viewer: EntityRef | null;
  /** As if links joined these to the viewer too: what that would let them read. */
  readonly alsoLinked?: readonly string[];
  readonly place: PlaceRef | null;
  readonly audience: readonly EntityRef[];
  readonly knobs: Knobs;
  readonly now: Date;
  readonly asOf: Date | null;
  readonly requestedStatus: MemoryStatus;
}

export interface LoadedRequest {
  readonly request: ReadRequest;
  readonly viewerId: string | null;
  /** The place as stored; null for a private conversation and for a place never heard of. */
  readonly place: PlaceView | null;
}

const knownParents = async (
  sql: Sql,
  tenantId: string,
  ref: PlaceRef,
  now: Date,
): Promise<readonly (PlaceView | null)[]> => {
  const parents = [ref.parent, ref.parent?.parent].filter(
    (parent) => parent !== null && parent !== undefined,
  );
  const ids = parents.map((parent) => sourceIdOfRef(tenantId, { platform: ref.platform, ...parent }));
  const known = await placesById(sql, tenantId, ids, now);
  return ids.map((id) => known.get(id) ?? null);
};

/**
 * A place that nothing was ever said in: nobody is known to be there, so nothing of it can be presumed but its kind. Of a
 * thread whose place is known it is that whoever reads the place reads the thread.
 */
const unheardOf = async (sql: Sql, tenantId: string, ref: PlaceRef, now: Date): Promise<Place> => {
  const sourceId = sourceIdOfRef(tenantId, ref);
  const parents = await knownParents(sql, tenantId, ref, now);
  const workspaceId = parents.find((parent) => parent?.workspaceId)?.workspaceId ?? null;
  const type = ref.type ?? 'group';
  const under = type === 'thread' && ref.access !== 'restricted' ? (parents[0] ?? null) : null;
  if (under === null || under.type === 'workspace' || under.type === 'dm')
    return {
      sourceId,
      type,
      access: 'restricted',
      threadOf: null,
      isApart: false,
      readerSourceIds: [sourceId],
      workspaceId,
      hasHidden: false,
    };
  return {
    sourceId,
    type,
    access: under.access,
    threadOf: under.sourceId,
    isApart: false,
    readerSourceIds: [sourceId, ...under.readerSourceIds],
    workspaceId,
    hasHidden: under.hasHidden,
  };
};

const isIn = (memberships: readonly Membership[], sourceIds: readonly string[], now: Date): boolean =>
  memberships.some(
    (stay) => sourceIds.includes(stay.sourceId) && stay.from <= now && (stay.to === null || now < stay.to),
  );

/** Only the gate asks for it. */
const isVerified = async (sql: Sql, knobs: Knobs, cluster: readonly string[]): Promise<boolean> =>
  knobs['gate.require_verified'] && (await standingOf(sql, cluster))?.externalId != null;

/** Alone with the agent, the one person of a tenant need not be named: who only ever spoke there is who asks. */
const unnamed = async (
  sql: Sql,
  { tenantId, operation, audience, knobs }: UnresolvedRequest,
  place: Place | null,
): Promise<string | null> =>
  knobs['identity.mode'] === 'single_user' &&
  operation !== 'inspect' &&
  audience.length === 0 &&
  (place === null || place.type === 'dm')
    ? onlySpeakerOf(sql, tenantId)
    : null;

/** Who asks, with all that active links join to them. */
const viewerOf = async (
  sql: Sql,
  asking: UnresolvedRequest,
  place: Place | null,
): Promise<{ readonly viewerId: string | null; readonly cluster: readonly string[] | null }> => {
  const { tenantId, viewer, alsoLinked = [] } = asking;
  const known = viewer ? await findEntity(sql, tenantId, viewer) : await unnamed(sql, asking, place);
  const viewerId = known ?? (viewer && alsoLinked.length > 0 ? entityIdOfRef(tenantId, viewer) : null);
  if (viewerId === null) return { viewerId, cluster: null };
  return { viewerId, cluster: [...new Set([...(await clusterOf(sql, viewerId)), ...alsoLinked])] };
};

/** One memory is asked for by its id: of the agent that is named, or of its own where none is. */
export const ofItsAgent = (request: ReadRequest, row: Pick<MemoryFacts, 'agentId'> | null): ReadRequest =>
  request.agentId === null && row !== null && request.operation !== 'inspect'
    ? { ...request, agentId: row.agentId }
    : request;

/** What the decision may look at, loaded once for a request; what some rows ask besides, `informed` adds. */
export const loadReadRequest = async (sql: Sql, asking: UnresolvedRequest): Promise<LoadedRequest> => {
  const { tenantId, now } = asking;
  const sourceId = asking.place ? sourceIdOfRef(tenantId, asking.place) : null;
  const known =
    sourceId === null ? null : ((await placesById(sql, tenantId, [sourceId], now)).get(sourceId) ?? null);
  const place = known ?? (asking.place ? await unheardOf(sql, tenantId, asking.place, now) : null);
  const { viewerId, cluster } = await viewerOf(sql, asking, place);
  const verified = cluster !== null && (await isVerified(sql, asking.knobs, cluster));
  const isGated = asking.knobs['gate.require_verified'] && !verified;
  const memberships = cluster ? await membershipsOf(sql, cluster) : [];
  const audience = await readersAt(sql, {
    tenantId,
    sourceIds: place?.readerSourceIds ?? [],
    viewer: cluster,
    isViewerHere: isIn(memberships, place?.readerSourceIds ?? [], now),
    added: asking.audience,
    knobs: asking.knobs,
    isGated,
    now,
  });
  const above =
    known?.isApart && known.threadOf !== null
      ? ((await placesById(sql, tenantId, [known.threadOf], now)).get(known.threadOf) ?? null)
      : null;
  return {
    viewerId,
    place: known,
    request: {
      tenantId,
      agentId: asking.agent === null ? null : agentEntityId(tenantId, asking.agent),
      principal: asking.principal,
      operation: asking.operation,
      now,
      knobs: asking.knobs,
      viewer:
        viewerId !== null && cluster
          ? {
              cluster,
              memberships,
              isVerified: verified,
            }
          : asking.viewer === null || asking.knobs['identity.mode'] === 'multi_user'
            ? null
            : // INVARIANT: somebody who is named and not known is not the one user who need not be named.
              { cluster: [], memberships: [], isVerified: false },
      place,
      audience,
      together: isGated
        ? noOverlap
        : await togetherIn(sql, { place, above, viewer: cluster ?? [], audience, now }),
      arePlaceReadersMembers: !isGated && (await areAllMembers(sql, place, cluster ?? [], now)),
      contactsOfAll: [],
      // INVARIANT: behind the gate no memory is looked at, nor what was granted of one.
      grantedMemoryIds: cluster && !isGated ? await grantedTo(sql, tenantId, cluster, now) : [],
      asOf: asking.asOf,
      requestedStatus: asking.requestedStatus,
    },
  };
};
