import type { Sql } from '#database';
import type { Projection } from './event-log.js';

/** Projections whose rows were made by an older version of them. A store that holds no events has no rows. */
export const outdatedAmong = async (
  sql: Sql,
  projections: readonly Projection[],
): Promise<readonly Projection[]> => {
  const [row] = await sql.query<{ has_events: boolean }>(
    'select exists (select from events) as has_events',
    [],
  );
  if (row?.has_events !== true) return [];
  const rows = await sql.query<{ name: string; version: number }>(
    'select name, version from projection_versions',
    [],
  );
  const versionOf = new Map(rows.map(({ name, version }) => [name, version]));
  // Nobody noted the version of the first.
  return projections.filter(({ name, version }) => (versionOf.get(name) ?? 1) !== version);
};

export const saveVersions = async (sql: Sql, projections: readonly Projection[]): Promise<void> => {
  await sql.query(
    `insert into projection_versions (name, version) select * from unnest($1::text[], $2::int[])
     on conflict (name) do update set version = excluded.version where projection_versions.version <> excluded.version`,
    [projections.map(({ name }) => name), projections.map(({ version }) => version)],
  );
};
