import type { Sql } from '#database';
import type { Projection } from './event-log.js';

/**
 * Projections whose rows were made by an older version of them. A store that holds no events has no rows. Rows of a newer version
 * stay: an app of before that starts again beside new ones would have both make them anew in turns.
 */
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
  return projections.filter(({ name, version }) => (versionOf.get(name) ?? 1) < version);
};

/** `all`: the rows of all of them were made just now, by these. */
export const saveVersions = async (
  sql: Sql,
  projections: readonly Projection[],
  { all }: { readonly all: boolean },
): Promise<void> => {
  await sql.query(
    `insert into projection_versions (name, version) select * from unnest($1::text[], $2::int[])
     on conflict (name) do update set version = excluded.version where $3 or projection_versions.version < excluded.version`,
    [projections.map(({ name }) => name), projections.map(({ version }) => version), all],
  );
};
