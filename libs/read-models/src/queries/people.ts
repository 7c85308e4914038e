import type { Sql } from '#database';
import type { EntityRef } from '#contracts';
import { nameForms, formsIn } from '../people/name-forms.js';

/** The entity that a reference means, or null when nobody is known by it. Names in a reference are never looked at. */
export const findEntity = async (sql: Sql, tenantId: string, ref: EntityRef): Promise<string | null> => {
  const id = ref.entity_id ?? ref.user_id;
  const rows = await (id === undefined
    ? sql.query<{ entity_id: string }>(
        'select entity_id from accounts where tenant_id = $1 and platform = $2 and platform_user_id = $3',
        [tenantId, ref.platform ?? '', ref.platform_user_id ?? ''],
      )
    : sql.query<{ entity_id: string }>(
        'select entity_id from entities where tenant_id = $1 and entity_id = $2',
        [tenantId, id],
      ));
  return rows[0]?.entity_id ?? null;
};

/** Each entity with all that active links join to it, itself first. One round trip, whoever many there are. */
export const clustersOf = async (
  sql: Sql,
  entityIds: readonly string[],
): Promise<readonly (readonly string[])[]> => {
  if (entityIds.length === 0) return [];
  const rows = await sql.query<{ root: string; entity_id: string }>(
    `with recursive joined(root, entity_id) as (
       select id, id from unnest($1::uuid[]) as asked(id)
       union
       select joined.root, case when l.from_entity = joined.entity_id then l.to_entity else l.from_entity end
       from joined join identity_links l
         on l.status = 'active' and (l.from_entity = joined.entity_id or l.to_entity = joined.entity_id))
     select root, entity_id from joined where root <> entity_id order by 1, 2`,
    [[...new Set(entityIds)]],
  );
  const linked = new Map<string, string[]>();
  for (const { root, entity_id } of rows) linked.set(root, [...(linked.get(root) ?? []), entity_id]);
  return entityIds.map((entityId) => [entityId, ...(linked.get(entityId) ?? [])]);
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
    'select entity_id, entity_type, canonical_name, created_at from entities where entity_id = any($1::uuid[])',
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
}

interface NamingRow {
  readonly entity_id: string;
  readonly entity_type: string;
  readonly handle: string | null;
  readonly display_name: string | null;
  readonly added_by: string;
  readonly first_at: Date;
  readonly until: Date | null;
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
});

const namingColumns = `a.entity_id, e.entity_type, a.handle, a.display_name, a.added_by, a.first_at,
  case when a.added_by = 'platform' and not exists (select 1 from accounts c where c.entity_id = a.entity_id
      and (lower(c.handle) = lower(a.handle) or lower(c.display_name) = lower(a.display_name)))
    then coalesce((select min(n.first_at) from entity_aliases n where n.entity_id = a.entity_id and n.added_by = 'platform'
      and (n.handle is null) = (a.handle is null) and n.first_at > a.first_at), a.first_at) end as until`;

/** Everybody of the tenant whom a word of these texts may name. */
export const namedIn = async (
  sql: Sql,
  tenantId: string,
  texts: readonly string[],
): Promise<readonly Naming[]> => {
  const forms = [...new Set(texts.flatMap((text) => [...formsIn(text)]))];
  if (forms.length === 0) return [];
  const rows = await sql.query<NamingRow>(
    `select ${namingColumns} from entity_aliases a join entities e using (entity_id)
     where a.alias_id in (select alias_id from entity_alias_forms where tenant_id = $1 and form = any($2::text[]))`,
    [tenantId, forms],
  );
  return rows.map(toNaming);
};

export const namesOf = async (sql: Sql, entityIds: readonly string[]): Promise<readonly Naming[]> => {
  if (entityIds.length === 0) return [];
  const rows = await sql.query<NamingRow>(
    `select ${namingColumns} from entity_aliases a join entities e using (entity_id) where a.entity_id = any($1::uuid[])`,
    [[...new Set(entityIds)]],
  );
  return rows.map(toNaming);
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
