import type { Sql } from '#database';
import type { EntityRef } from '#contracts';
import type { Knobs } from '#domain';
import { asksForContacts, planContacts, type MemoryFacts, type Reader, type ReadRequest } from '#policy';
import { acquaintedSince } from './acquaintances.js';
import { contactsAmong } from './contacts.js';
import { clusterOf, clustersOf, findEntity } from './people.js';
import { activeAt, membershipsOf } from './places.js';

/** People, not agents, who read in a place: `$1` the sources whose participants do, `$2` the instant. */
const peopleHere = `from source_participants p join entities e using (entity_id)
   where p.source_id = any($1::uuid[]) and ${activeAt('p', '$2')} and e.entity_type not in ('agent', 'system')`;

const isRosterAsked = (knobs: Knobs): boolean =>
  knobs['privacy.personal_in_group'] === 'subject_present' ||
  knobs['privacy.sensitive_in_group'] === 'subject_present';

const idsHere = async (
  sql: Sql,
  sourceIds: readonly string[],
  now: Date,
  viewer: readonly string[],
): Promise<readonly string[]> => {
  const rows = await sql.query<{ entity_id: string }>(
    `select distinct p.entity_id ${peopleHere} and p.entity_id <> all($3::uuid[]) order by 1`,
    [sourceIds, now, viewer],
  );
  return rows.map((row) => row.entity_id);
};

/**
 * Of those who read along: somebody, if there is anybody besides the viewer, and whoever anything of the tenant is kept
 * from. All others change nothing of any answer, and there may be thousands.
 */
const idsThatMatter = async (
  sql: Sql,
  tenantId: string,
  sourceIds: readonly string[],
  now: Date,
  viewer: readonly string[],
): Promise<readonly string[]> => {
  const rows = await sql.query<{ entity_id: string }>(
    `with kept(entity_id) as (
       select unnest(withheld_from_ids) from memories where tenant_id = $4 and withheld_from_ids <> '{}'
       union select unnest(withheld_from_ids) from messages where tenant_id = $4 and withheld_from_ids <> '{}'),
     linked(entity_id) as (
       select entity_id from kept
       union select theirs.entity_id from kept join identity_clusters own using (entity_id)
         join identity_clusters theirs on theirs.cluster_id = own.cluster_id)
     (select p.entity_id ${peopleHere} and p.entity_id <> all($3::uuid[]) limit 1)
     union select p.entity_id ${peopleHere} and p.entity_id <> all($3::uuid[])
       and p.entity_id = any(array(select entity_id from linked))
     order by 1`,
    [sourceIds, now, viewer, tenantId],
  );
  return rows.map((row) => row.entity_id);
};

/** Somebody besides the viewer, if there is anybody. */
const anyIdHere = async (
  sql: Sql,
  sourceIds: readonly string[],
  now: Date,
  viewer: readonly string[],
): Promise<readonly string[]> => {
  const rows = await sql.query<{ entity_id: string }>(
    `select p.entity_id ${peopleHere} and p.entity_id <> all($3::uuid[]) limit 1`,
    [sourceIds, now, viewer],
  );
  return rows.map((row) => row.entity_id);
};

const participating = (clusters: readonly (readonly string[])[]): readonly Reader[] =>
  clusters.map((cluster) => ({ cluster, isParticipant: true }));

interface AudienceQuery {
  readonly tenantId: string;
  /** Whose participants read there; none where nobody is known to be. */
  readonly sourceIds: readonly string[];
  readonly viewer: readonly string[] | null;
  readonly isViewerHere: boolean;
  readonly added: readonly EntityRef[];
  readonly knobs: Knobs;
  /** INVARIANT: behind the gate no memory is looked at, nor whom one is kept from. */
  readonly isGated: boolean;
  readonly now: Date;
}

const othersAt = (sql: Sql, query: AudienceQuery): Promise<readonly string[]> => {
  const { tenantId, sourceIds, viewer, knobs, now } = query;
  if (sourceIds.length === 0) return Promise.resolve([]);
  if (query.isGated) return anyIdHere(sql, sourceIds, now, viewer ?? []);
  return isRosterAsked(knobs)
    ? idsHere(sql, sourceIds, now, viewer ?? [])
    : idsThatMatter(sql, tenantId, sourceIds, now, viewer ?? []);
};

/**
 * Readers whom the caller adds. Of somebody unknown nothing is known to be shared.
 * INVARIANT: nor of whom the viewer never met, or the answer would tell that they exist, and where.
 */
const invitedBy = async (
  sql: Sql,
  { tenantId, added, now }: AudienceQuery,
  own: readonly string[],
  others: readonly string[],
): Promise<readonly Reader[]> => {
  if (added.length === 0) return [];
  const ids = await Promise.all(added.map((ref) => findEntity(sql, tenantId, ref)));
  const met = await acquaintedSince(
    sql,
    own,
    ids.filter((id) => id !== null),
    now,
  );
  const invited: Reader[] = [];
  for (const entityId of ids) {
    if (entityId === null || !met.has(entityId)) invited.push({ cluster: [] });
    else if (!own.includes(entityId) && !others.includes(entityId)) {
      const cluster = await clusterOf(sql, entityId);
      invited.push({ cluster, memberships: await membershipsOf(sql, cluster) });
    }
  }
  return invited;
};

/** Who will read the answer, as far as it is settled before any row is at hand: see `informed`. */
export const readersAt = async (sql: Sql, query: AudienceQuery): Promise<readonly Reader[]> => {
  const { viewer } = query;
  const own = viewer ?? [];
  const others = await othersAt(sql, query);
  const invited = await invitedBy(sql, query, own, others);
  const asker = viewer ? [{ cluster: viewer, isParticipant: query.isViewerHere }] : [];
  return [...asker, ...participating(await clustersOf(sql, others)), ...invited];
};

/** Of these entities, with all that is linked to them, who reads along here. */
const readersAmong = async (
  sql: Sql,
  { place, viewer, now }: ReadRequest,
  entityIds: readonly string[],
): Promise<readonly Reader[]> => {
  const clusters = await clustersOf(sql, entityIds);
  const rows = await sql.query<{ entity_id: string }>(
    `select distinct p.entity_id ${peopleHere} and p.entity_id <> all($3::uuid[]) and p.entity_id = any($4::uuid[])`,
    [place?.readerSourceIds ?? [], now, viewer?.cluster ?? [], clusters.flat()],
  );
  const here = new Set(rows.map((row) => row.entity_id));
  return participating(clusters.filter((cluster) => cluster.some((entityId) => here.has(entityId))));
};

/**
 * The request as these rows are to be decided by: with whoever of the audience they may be kept from, and which of their
 * subjects every reader has contact with.
 *
 * INVARIANT: asked after the rows were read. What is kept from somebody since the request was loaded is kept from them.
 */
export const informed = (
  sql: Sql,
  request: ReadRequest,
  rows: readonly MemoryFacts[],
): Promise<ReadRequest> => {
  const keptFrom = keptFromOthers(request, rows);
  const subjectIds = rows.filter((row) => asksForContacts(request, row)).flatMap((row) => row.subjectIds);
  return withReaders(
    sql,
    request,
    keptFrom.length === 0 ? null : keptFrom,
    subjectIds.length === 0 ? null : subjectIds,
  );
};

/** An id that nobody has. */
export const idOfNobody = '00000000-0000-0000-0000-000000000000';

/**
 * As `informed`, for one row that was asked for by its id, or null.
 *
 * INVARIANT: the same statements whether the row is there or not, and whatever it says: how long a refusal takes tells nothing.
 */
export const informedOfOne = (
  sql: Sql,
  request: ReadRequest,
  row: MemoryFacts | null,
): Promise<ReadRequest> => {
  const mayAsk = planContacts(request) !== 'nothing';
  const keptFrom = row === null ? [] : keptFromOthers(request, [row]);
  const asksNow = row !== null && asksForContacts(request, row);
  return withReaders(
    sql,
    request,
    keptFrom.length === 0 ? [idOfNobody] : keptFrom,
    mayAsk ? (asksNow ? row.subjectIds : []) : null,
  );
};

/** Whom rows are kept from, besides readers who are known to read along. */
const keptFromOthers = (request: ReadRequest, rows: readonly MemoryFacts[]): readonly string[] => {
  const known = new Set(request.audience.flatMap(({ cluster }) => cluster));
  return [...new Set(rows.flatMap(({ withheldFromIds }) => withheldFromIds))].filter(
    (entityId) => !known.has(entityId),
  );
};

/** Null asks nothing, an empty list asks of nobody. */
const withReaders = async (
  sql: Sql,
  request: ReadRequest,
  keptFrom: readonly string[] | null,
  subjectIds: readonly string[] | null,
): Promise<ReadRequest> => {
  const more = keptFrom === null || request.place === null ? [] : await readersAmong(sql, request, keptFrom);
  const contacts = subjectIds === null ? [] : await contactsAmong(sql, request, [...new Set(subjectIds)]);
  if (more.length === 0 && contacts.length === 0) return request;
  return { ...request, audience: [...request.audience, ...more], contactsOfAll: contacts };
};
