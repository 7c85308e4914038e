import type { Sql } from '#database';
import { agentEntityId, type EntityRef, type Knobs, type MemoryStatus, type PlaceRef } from '#domain';
import type { Operation, Place, Principal, Reader, ReadRequest } from '#policy';
import { grantedTo } from './grants.js';
import { clusterOf, clustersOf, findEntity } from './people.js';
import {
  contactsOfAll,
  membershipsOf,
  openSourcesOf,
  placesById,
  readersOf,
  sourceIdOfRef,
  threadsOf,
  type PlaceView,
} from './places.js';

/** Somebody asks something of the memory. References are resolved here and nowhere else. */
export interface Asking {
  readonly tenantId: string;
  /** The remembering persona's handle; null is every one of them, for an inspecting operator alone. */
  readonly agent: string | null;
  readonly principal: Principal;
  readonly operation: Operation;
  readonly viewer: EntityRef | null;
  readonly place: PlaceRef | null;
  readonly audience: readonly EntityRef[];
  readonly knobs: Knobs;
  readonly now: Date;
  readonly asOf: Date | null;
  readonly standing: MemoryStatus;
}

export interface Asked {
  readonly request: ReadRequest;
  readonly viewerId: string | null;
  /** The place as stored; null for a private conversation and for a place never heard of. */
  readonly place: PlaceView | null;
}

/** A place that nothing was ever said in: nobody is known to be there, so nothing of it can be presumed but its kind. */
const unheardOf = (tenantId: string, ref: PlaceRef, workspaceId: string | null): Place => ({
  sourceId: sourceIdOfRef(tenantId, ref),
  type: ref.type ?? 'group',
  access: 'restricted',
  threadOf: null,
  workspaceId,
});

const workspaceOfParents = async (
  sql: Sql,
  tenantId: string,
  ref: PlaceRef,
  now: Date,
): Promise<string | null> => {
  const parents = [ref.parent, ref.parent?.parent].filter(
    (parent) => parent !== null && parent !== undefined,
  );
  const ids = parents.map((parent) => sourceIdOfRef(tenantId, { platform: ref.platform, ...parent }));
  const known = await placesById(sql, tenantId, ids, now);
  return ids.map((id) => known.get(id)?.workspaceId ?? null).find((id) => id !== null) ?? null;
};

const readersAt = async (
  sql: Sql,
  tenantId: string,
  present: readonly string[],
  viewer: readonly string[] | null,
  added: readonly EntityRef[],
): Promise<readonly Reader[]> => {
  const others = present.filter((entityId) => !viewer?.includes(entityId));
  const clusters = (await clustersOf(sql, others)).map((cluster): Reader => ({
    cluster,
    isParticipant: true,
  }));
  const invited: Reader[] = [];
  for (const ref of added) {
    const entityId = await findEntity(sql, tenantId, ref);
    // Somebody unknown reads along: nothing is known to be shared with them.
    if (entityId === null) invited.push({ cluster: [] });
    else if (!viewer?.includes(entityId) && !others.includes(entityId))
      invited.push({ cluster: await clusterOf(sql, entityId) });
  }
  const asker = viewer
    ? [{ cluster: viewer, isParticipant: viewer.some((entityId) => present.includes(entityId)) }]
    : [];
  return [...asker, ...clusters, ...invited];
};

/** Only the gate asks for it. */
const isVerified = async (sql: Sql, knobs: Knobs, viewerId: string): Promise<boolean> => {
  if (!knobs['gate.require_verified']) return false;
  const [row] = await sql.query<{ external_id: string | null }>(
    'select external_id from entities where entity_id = $1',
    [viewerId],
  );
  return row !== undefined && row.external_id !== null;
};

/** Everything that the decision may look at, loaded once for a request. */
export const loadReadRequest = async (sql: Sql, asking: Asking): Promise<Asked> => {
  const { tenantId, now } = asking;
  const viewerId = asking.viewer ? await findEntity(sql, tenantId, asking.viewer) : null;
  const cluster = viewerId === null ? null : await clusterOf(sql, viewerId);
  const sourceId = asking.place ? sourceIdOfRef(tenantId, asking.place) : null;
  const known =
    sourceId === null ? null : ((await placesById(sql, tenantId, [sourceId], now)).get(sourceId) ?? null);
  const place =
    known ??
    (asking.place
      ? unheardOf(tenantId, asking.place, await workspaceOfParents(sql, tenantId, asking.place, now))
      : null);
  const verified = viewerId !== null && (await isVerified(sql, asking.knobs, viewerId));
  const isGated = asking.knobs['gate.require_verified'] && !verified;
  const present = known ? await readersOf(sql, known.sourceId, now) : [];
  const audience = await readersAt(sql, tenantId, present, cluster, asking.audience);
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
              memberships: await membershipsOf(sql, cluster),
              isVerified: verified,
            }
          : null,
      place,
      threads: known ? await threadsOf(sql, known.sourceId) : [],
      openSourceIds: place?.workspaceId ? await openSourcesOf(sql, place.workspaceId) : [],
      audience,
      contactsOfAll: await contactsOfAll(
        sql,
        tenantId,
        audience.map((reader) => reader.cluster),
        now,
      ),
      // INVARIANT: behind the gate no memory is looked at, nor what was granted of one.
      grantedMemoryIds: cluster && !isGated ? await grantedTo(sql, tenantId, cluster, now) : [],
      asOf: asking.asOf,
      standing: asking.standing,
    },
  };
};
