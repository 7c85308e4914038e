import type { Sql } from '#database';
import { agentEntityId, type EntityRef, type Knobs, type MemoryStatus, type PlaceRef } from '#domain';
import type { Membership, Operation, Place, Principal, ReadRequest } from '#policy';
import { readersAt } from './audience.js';
import { grantedTo } from './grants.js';
import { clusterOf, findEntity } from './people.js';
import {
  membershipsOf,
  openSourcesOf,
  placesById,
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

const isIn = (memberships: readonly Membership[], sourceId: string | null, now: Date): boolean =>
  memberships.some(
    (stay) => stay.sourceId === sourceId && stay.from <= now && (stay.to === null || now < stay.to),
  );

/** Only the gate asks for it. */
const isVerified = async (sql: Sql, knobs: Knobs, viewerId: string): Promise<boolean> => {
  if (!knobs['gate.require_verified']) return false;
  const [row] = await sql.query<{ external_id: string | null }>(
    'select external_id from entities where entity_id = $1',
    [viewerId],
  );
  return row !== undefined && row.external_id !== null;
};

/** What the decision may look at, loaded once for a request; what some rows ask besides, `informed` adds. */
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
  const memberships = cluster ? await membershipsOf(sql, cluster) : [];
  const audience = await readersAt(sql, {
    tenantId,
    sourceId: known?.sourceId ?? null,
    viewer: cluster,
    isViewerHere: isIn(memberships, known?.sourceId ?? null, now),
    added: asking.audience,
    knobs: asking.knobs,
    isGated,
    now,
  });
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
          : null,
      place,
      threads: known ? await threadsOf(sql, known.sourceId) : [],
      openSourceIds: place?.workspaceId ? await openSourcesOf(sql, place.workspaceId) : [],
      audience,
      contactsOfAll: [],
      // INVARIANT: behind the gate no memory is looked at, nor what was granted of one.
      grantedMemoryIds: cluster && !isGated ? await grantedTo(sql, tenantId, cluster, now) : [],
      asOf: asking.asOf,
      standing: asking.standing,
    },
  };
};
