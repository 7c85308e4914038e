import type { Sql } from '#database';
import { nameKeyOf } from '#domain';
import { nameForms } from '../people/name-forms.js';

/** A name that is borne no more, or was only heard. */
export interface StaleName {
  readonly aliasId: string;
  readonly entityId: string;
  readonly kind: 'handle' | 'heard';
  readonly name: string;
}

interface Row {
  readonly alias_id: string;
  readonly entity_id: string;
  readonly added_by: string;
  readonly name: string;
}

/** INVARIANT: whoever was proved to be somebody, by any account of theirs, keeps every name. */
const isUnverified = `e.identity_key is null and not exists (
  select from identity_clusters own join identity_clusters other using (cluster_id) join entities v on v.entity_id = other.entity_id
  where own.entity_id = a.entity_id and v.identity_key is not null)`;

const isSameHandle = (table: string): string =>
  `${table}.entity_id = a.entity_id and lower(${table}.handle) = lower(a.handle)`;

/** Its account took another one before then, and never this one again. */
const isLeft = `a.added_by = 'platform' and a.handle is not null
  and not exists (select from accounts c where ${isSameHandle('c')})
  and exists (select from account_handles o where o.entity_id = a.entity_id and lower(o.handle) <> lower(a.handle) and o.at < $2
    and o.at > all (select h.at from account_handles h where ${isSameHandle('h')}))`;

/** Nobody's account, and nothing hangs on it: no memory, no link, no question, no kin. */
const isOfNothing = `a.added_by = 'mention' and a.first_at < $2
  and not exists (select from memories m where m.tenant_id = $1
    and (m.subject_entity_ids @> array[a.entity_id] or m.speaker_entity_id = a.entity_id or m.owner_entity_id = a.entity_id))
  and not exists (select from identity_links l where l.tenant_id = $1 and a.entity_id in (l.from_entity, l.to_entity))
  and not exists (select from review_items r where r.tenant_id = $1 and r.candidates @> array[a.entity_id])
  and not exists (select from kin_namings k where k.tenant_id = $1 and k.entity_id = a.entity_id)`;

/** Of these, the names that somebody was looked for by, in what was said since. */
const saidSince = async (
  sql: Sql,
  tenantId: string,
  names: readonly StaleName[],
  since: Date,
): Promise<ReadonlySet<string>> => {
  const keys = names.flatMap(({ aliasId, name }) =>
    nameForms(name).map((form) => ({ aliasId, key: nameKeyOf(tenantId, form) })),
  );
  const rows = await sql.query<{ alias_id: string }>(
    `select distinct asked.alias_id from unnest($2::uuid[], $3::uuid[]) as asked(alias_id, key)
     where exists (select from messages m where m.name_keys <> '{}' and m.name_keys @> array[asked.key]
       and m.tenant_id = $1 and m.sent_at >= $4)`,
    [tenantId, keys.map(({ aliasId }) => aliasId), keys.map(({ key }) => key), since],
  );
  return new Set(rows.map((row) => row.alias_id));
};

export interface StaleNames {
  readonly names: readonly StaleName[];
  /** Behind which to go on; null: these were the last. */
  readonly next: string | null;
}

const toStale = (row: Row): StaleName => ({
  aliasId: row.alias_id,
  entityId: row.entity_id,
  kind: row.added_by === 'mention' ? 'heard' : 'handle',
  name: row.name,
});

const selectStale = `select a.alias_id, a.entity_id, a.added_by, coalesce(a.handle, a.display_name) as name
  from entity_aliases a join entities e using (entity_id)
  where a.tenant_id = $1 and a.closed_at is null and ${isUnverified} and ((${isLeft}) or (${isOfNothing}))`;

const unsaid = async (
  sql: Sql,
  tenantId: string,
  rows: readonly Row[],
  before: Date,
): Promise<readonly StaleName[]> => {
  const names = rows.map(toStale);
  const said = await saidSince(sql, tenantId, names, before);
  return names.filter(({ aliasId }) => !said.has(aliasId));
};

/** A page of the names that nobody bore since before then, nor was called by, in order of id behind `after`. */
export const staleNames = async (
  sql: Sql,
  tenantId: string,
  before: Date,
  after: string,
  limit: number,
): Promise<StaleNames> => {
  const rows = await sql.query<Row>(`${selectStale} and a.alias_id > $3 order by a.alias_id limit $4`, [
    tenantId,
    before,
    after,
    limit,
  ]);
  return {
    names: await unsaid(sql, tenantId, rows, before),
    next: rows.length < limit ? null : (rows.at(-1)?.alias_id ?? null),
  };
};

/** Of these, those that are still so. */
export const stillStale = async (
  sql: Sql,
  tenantId: string,
  before: Date,
  aliasIds: readonly string[],
): Promise<readonly StaleName[]> =>
  unsaid(
    sql,
    tenantId,
    await sql.query<Row>(`${selectStale} and a.alias_id = any($3::uuid[]) order by a.alias_id`, [
      tenantId,
      before,
      aliasIds,
    ]),
    before,
  );
