import type { Sql } from '#database';

/** How often a memory was told since it was noted last, and when last. */
export interface Accessed {
  readonly memoryId: string;
  readonly tenantId: string;
  readonly times: number;
  readonly lastAt: Date;
}

/** Adds to what is known. In one order of ids: two that add at the same time do not wait for each other in a circle. */
export const noteAccesses = async (sql: Sql, accessed: readonly Accessed[]): Promise<void> => {
  if (accessed.length === 0) return;
  const ordered = accessed.toSorted((a, b) => (a.memoryId < b.memoryId ? -1 : 1));
  await sql.query(
    `insert into memory_accesses (memory_id, tenant_id, access_count, last_accessed_at)
     select * from unnest($1::uuid[], $2::text[], $3::int[], $4::timestamptz[])
     on conflict (memory_id) do update set access_count = memory_accesses.access_count + excluded.access_count,
       last_accessed_at = greatest(memory_accesses.last_accessed_at, excluded.last_accessed_at)`,
    [
      ordered.map(({ memoryId }) => memoryId),
      ordered.map(({ tenantId }) => tenantId),
      ordered.map(({ times }) => times),
      ordered.map(({ lastAt }) => lastAt),
    ],
  );
};
