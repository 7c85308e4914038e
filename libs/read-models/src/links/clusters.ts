import type { Sql } from '#database';

interface Grouped {
  readonly entity_id: string;
  readonly cluster_id: string;
}

interface Joined {
  readonly from_entity: string;
  readonly to_entity: string;
}

const rootOf = (parents: Map<string, string>, entityId: string): string => {
  let root = entityId;
  for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root))
    root = next;
  // Whoever was passed on the way is asked no second time.
  for (let at = entityId; at !== root;) {
    const next = parents.get(at) ?? root;
    parents.set(at, root);
    at = next;
  }
  return root;
};

/** The least id of all that these links join, by each of them; who is joined to nobody is in no group. */
export const groupsOf = (joined: readonly Joined[]): ReadonlyMap<string, string> => {
  const parents = new Map<string, string>();
  for (const { from_entity, to_entity } of joined) {
    const [low = '', high = ''] = [rootOf(parents, from_entity), rootOf(parents, to_entity)].sort();
    if (low !== high) parents.set(high, low);
    else if (!parents.has(low)) parents.set(low, low);
  }
  const all = new Set(joined.flatMap(({ from_entity, to_entity }) => [from_entity, to_entity]));
  const groups = new Map([...all].map((entityId) => [entityId, rootOf(parents, entityId)]));
  const sizes = new Map<string, number>();
  for (const root of groups.values()) sizes.set(root, (sizes.get(root) ?? 0) + 1);
  return new Map([...groups].filter(([, root]) => (sizes.get(root) ?? 0) > 1));
};

const groupedWith = (sql: Sql, entityIds: readonly string[]): Promise<readonly Grouped[]> =>
  sql.query<Grouped>(
    `select entity_id, cluster_id from identity_clusters
     where cluster_id in (select cluster_id from identity_clusters where entity_id = any($1::uuid[]))`,
    [entityIds],
  );

/**
 * Finds anew what joins these entities, and all that were joined with them.
 *
 * INVARIANT: the rows are a function of the active links alone, whichever came first and whatever was taken back between.
 */
export const regroup = async (sql: Sql, entityIds: readonly string[]): Promise<void> => {
  if (entityIds.length === 0) return;
  const before = new Map((await groupedWith(sql, entityIds)).map((row) => [row.entity_id, row.cluster_id]));
  const touched = [...new Set([...entityIds, ...before.keys()])];
  const active = await sql.query<Joined>(
    `select from_entity, to_entity from identity_links
     where status = 'active' and (from_entity = any($1::uuid[]) or to_entity = any($1::uuid[]))`,
    [touched],
  );
  const now = groupsOf(active);
  const gone = touched.filter((entityId) => before.has(entityId) && !now.has(entityId));
  const moved = [...now].filter(([entityId, clusterId]) => before.get(entityId) !== clusterId);
  if (gone.length > 0)
    await sql.query('delete from identity_clusters where entity_id = any($1::uuid[])', [gone]);
  if (moved.length === 0) return;
  await sql.query(
    `insert into identity_clusters (entity_id, cluster_id)
     select entity_id, cluster_id from unnest($1::uuid[], $2::uuid[]) as fresh(entity_id, cluster_id)
     on conflict (entity_id) do update set cluster_id = excluded.cluster_id`,
    [moved.map(([entityId]) => entityId), moved.map(([, clusterId]) => clusterId)],
  );
};
