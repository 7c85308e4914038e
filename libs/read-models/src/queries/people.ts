import type { Sql } from '#database';
import type { EntityRef } from '#contracts';
import { accountEntityId } from '#domain';
import type { BorneName, Tenure } from '#identity';
import { nameForms, formsIn } from '../people/name-forms.js';
import { groupBy } from '../rows.js';

/** Whom a reference means, known or not: an account has its entity's id from before anybody heard of it. */
export const entityIdOfRef = (tenantId: string, ref: EntityRef): string =>
  (ref.entity_id ?? ref.user_id)?.toLowerCase() ??
  accountEntityId(tenantId, ref.platform ?? '', ref.platform_user_id ?? '');

/**
 * The entity that a reference means, or null when nobody is known by it. Names in a reference are never looked at. Whom an
 * active link joins to somebody is known, though nothing was ever heard of that account.
 */
export const findEntity = async (sql: Sql, tenantId: string, ref: EntityRef): Promise<string | null> => {
  const entityId = entityIdOfRef(tenantId, ref);
  const isAccount = (ref.entity_id ?? ref.user_id) === undefined;
  const rows = await (isAccount
    ? sql.query<{ entity_id: string }>(
        `select entity_id from accounts where tenant_id = $1 and platform = $2 and platform_user_id = $3
         union select entity_id from identity_clusters where entity_id = $4`,
        [tenantId, ref.platform ?? '', ref.platform_user_id ?? '', entityId],
      )
    : sql.query<{ entity_id: string }>(
        `select entity_id from entities where tenant_id = $1 and entity_id = $2
         union select c.entity_id from identity_clusters c where c.entity_id = $2
           and exists (select 1 from identity_links l where l.tenant_id = $1 and $2 in (l.from_entity, l.to_entity))`,
        [tenantId, entityId],
      ));
  return rows[0]?.entity_id ?? null;
};

/** Each entity with all that active links join to it, itself first. One round trip, whoever many there are. */
export const clustersOf = async (
  sql: Sql,
  entityIds: readonly string[],
): Promise<readonly (readonly string[])[]> => {
  if (entityIds.length === 0) return [];
  const rows = await sql.query<{ entity_id: string; cluster_id: string }>(
    `select entity_id, cluster_id from identity_clusters
     where cluster_id in (select cluster_id from identity_clusters where entity_id = any($1::uuid[])) order by 1`,
    [[...new Set(entityIds)]],
  );
  const clusterIds = new Map(rows.map((row) => [row.entity_id, row.cluster_id]));
  const members = groupBy(rows, (row) => row.cluster_id);
  return entityIds.map((entityId) => {
    const others = members.get(clusterIds.get(entityId) ?? '') ?? [];
    return [entityId, ...others.flatMap((row) => (row.entity_id === entityId ? [] : [row.entity_id]))];
  });
};

export const clusterOf = async (sql: Sql, entityId: string): Promise<readonly string[]> =>
  (await clustersOf(sql, [entityId]))[0] ?? [entityId];

export interface PersonView {
  readonly entityId: string;
  readonly entityType: string;
  readonly name: string | null;
  readonly createdAt: Date;
}

/** Names as they are now. */
export const peopleById = async (
  sql: Sql,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, PersonView>> => {
  if (entityIds.length === 0) return new Map();
  const rows = await sql.query<{
    entity_id: string;
    entity_type: string;
    canonical_name: string | null;
    created_at: Date;
  }>(
    `select entity_id, entity_type, coalesce(preferred_name, canonical_name) as canonical_name, created_at
     from entities where entity_id = any($1::uuid[])`,
    [[...new Set(entityIds)]],
  );
  return new Map(
    rows.map((row) => [
      row.entity_id,
      {
        entityId: row.entity_id,
        entityType: row.entity_type,
        name: row.canonical_name,
        createdAt: row.created_at,
      },
    ]),
  );
};

export interface Naming {
  readonly entityId: string;
  readonly entityType: string;
  readonly text: string;
  readonly kind: 'handle' | 'display_name' | 'alias' | 'heard';
  readonly firstAt: Date;
  /** When another name took its place; null while it is borne. */
  readonly until: Date | null;
  /** Since when it means them no more; null while it does. */
  readonly closedAt: Date | null;
  /** Said there of oneself, and known there alone. */
  readonly saidIn: string | null;
  /** In whose places it means them; null: in all. What an account is called is of no place. */
  readonly platform: string | null;
  /** When its account came to bear a handle; empty of what is none. */
  readonly tenures: readonly Tenure[];
  /** Whether they were called otherwise before: then it means nobody in what was said before they took it. */
  readonly isTaken: boolean;
}

interface NamingRow {
  readonly entity_id: string;
  readonly entity_type: string;
  readonly handle: string | null;
  readonly display_name: string | null;
  readonly added_by: string;
  readonly first_at: Date;
  readonly until: Date | null;
  readonly closed_at: Date | null;
  readonly said_in: string | null;
  readonly platform: string;
  readonly tenures: readonly { readonly platform: string; readonly from: string }[] | null;
  readonly is_taken: boolean;
}

const toNaming = (row: NamingRow): Naming => ({
  entityId: row.entity_id,
  entityType: row.entity_type,
  text: row.handle ?? row.display_name ?? '',
  kind:
    row.added_by === 'mention'
      ? 'heard'
      : row.added_by !== 'platform'
        ? 'alias'
        : row.handle === null
          ? 'display_name'
          : 'handle',
  firstAt: row.first_at,
  until: row.until,
  closedAt: row.closed_at,
  saidIn: row.said_in,
  platform:
    row.platform === '' || row.added_by === 'platform' || row.added_by === 'mention' ? null : row.platform,
  tenures: (row.tenures ?? []).map(({ platform, from }) => ({ platform, from: new Date(from) })),
  isTaken: row.is_taken,
});

const namingColumns = `a.entity_id, e.entity_type, a.handle, a.display_name, a.added_by, a.first_at, a.closed_at, a.platform,
  a.added_by = 'platform' and exists (select from entity_aliases o where o.entity_id = a.entity_id and o.added_by = 'platform'
    and o.first_at < a.first_at and (o.handle is null) = (a.handle is null)) as is_taken,
  (select jsonb_agg(jsonb_build_object('platform', h.platform, 'from', h.at)) from account_handles h
   where a.handle is not null and h.entity_id = a.entity_id and lower(h.handle) = lower(a.handle)) as tenures, case when a.added_by = 'said' then a.source_id end as said_in,
  case when a.added_by = 'platform' and not exists (select 1 from accounts c where c.entity_id = a.entity_id
      and (lower(c.handle) = lower(a.handle) or lower(c.display_name) = lower(a.display_name)))
    then coalesce((select min(n.first_at) from entity_aliases n where n.entity_id = a.entity_id and n.added_by = 'platform'
      and (n.handle is null) = (a.handle is null) and n.first_at > a.first_at), a.first_at) end as until`;

/** The same as who is called so looks at it. */
export const toBorneName = (naming: Naming): BorneName => ({
  text: naming.text,
  kind: naming.kind === 'heard' ? 'alias' : naming.kind,
  since: naming.firstAt,
  ...(naming.until !== null && { until: naming.until }),
  ...(naming.closedAt !== null && { closedAt: naming.closedAt }),
  ...(naming.tenures.length > 0 && { tenures: naming.tenures }),
  ...((naming.saidIn !== null || naming.isTaken) && { givenAt: naming.firstAt }),
});

/** A name that somebody said of themselves stands and falls with what is held of it. */
const isHeldIn = (statuses: string): string =>
  `(a.memory_id is null or exists (select from memories m where m.memory_id = a.memory_id and m.status in (${statuses})))`;
const isHeld = isHeldIn(`'active'`);
/** Whoever asked to be called otherwise since is still spoken of by what they were called when it was said. */
const wasHeld = isHeldIn(`'active', 'superseded'`);

type Held = 'now' | 'and-replaced';

/** By each of several lists of texts, everybody of the tenant whom a word of it may name; asked for once. */
export const namedInEach = async (
  sql: Sql,
  tenantId: string,
  lists: readonly (readonly string[])[],
  held: Held,
): Promise<readonly (readonly Naming[])[]> => {
  const formsOf = lists.map((texts) => new Set(texts.flatMap((text) => [...formsIn(text)])));
  const forms = [...new Set(formsOf.flatMap((each) => [...each]))];
  if (forms.length === 0) return lists.map(() => []);
  const rows = await sql.query<NamingRow & { readonly forms: readonly string[] }>(
    `select ${namingColumns}, named.forms from (select alias_id, array_agg(form) as forms from entity_alias_forms
       where tenant_id = $1 and form = any($2::text[]) group by alias_id) named
     join entity_aliases a using (alias_id) join entities e using (entity_id) where ${held === 'now' ? isHeld : wasHeld}`,
    [tenantId, forms],
  );
  const namings = rows.map((row) => ({ naming: toNaming(row), by: row.forms }));
  return formsOf.map((own) =>
    namings.flatMap(({ naming, by }) => (by.some((form) => own.has(form)) ? [naming] : [])),
  );
};

/** Everybody of the tenant whom a word of these texts may name. */
export const namedIn = async (
  sql: Sql,
  tenantId: string,
  texts: readonly string[],
): Promise<readonly Naming[]> => (await namedInEach(sql, tenantId, [texts], 'now'))[0] ?? [];

export const namesOf = async (sql: Sql, entityIds: readonly string[]): Promise<readonly Naming[]> => {
  if (entityIds.length === 0) return [];
  const rows = await sql.query<NamingRow>(
    `select ${namingColumns} from entity_aliases a join entities e using (entity_id) where ${isHeld} and a.entity_id = any($1::uuid[])`,
    [[...new Set(entityIds)]],
  );
  return rows.map(toNaming);
};

/** As people asked in one of these places to be called, the latest of each. What they asked of everybody holds first. */
export const askedNamesIn = async (
  sql: Sql,
  entityIds: readonly string[],
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (entityIds.length === 0 || sourceIds.length === 0) return new Map();
  const rows = await sql.query<{ entity_id: string; display_name: string }>(
    `select a.entity_id, a.display_name from entity_aliases a join entities e using (entity_id)
     where a.entity_id = any($1::uuid[]) and a.added_by = 'said' and a.source_id = any($2::uuid[]) and ${isHeld}
       and e.preferred_name is null
     order by a.first_at, a.alias_id`,
    [[...new Set(entityIds)], [...new Set(sourceIds)]],
  );
  return new Map(rows.map((row) => [row.entity_id, row.display_name]));
};

export const accountsOf = async (
  sql: Sql,
  entityId: string,
): Promise<readonly { readonly platform: string; readonly platformUserId: string }[]> =>
  (
    await sql.query<{ platform: string; platform_user_id: string }>(
      'select platform, platform_user_id from accounts where entity_id = $1 order by 1, 2',
      [entityId],
    )
  ).map((row) => ({ platform: row.platform, platformUserId: row.platform_user_id }));

export { nameForms };
