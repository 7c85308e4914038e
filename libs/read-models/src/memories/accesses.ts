import type { Sql } from '#database';

/** How often a memory was told since it was noted last, and when last. */
export interface Accessed {
  readonly memoryId: string;
  readonly tenantId: string;
  readonly times: number;
  readonly lastAt: Date;
}

/** Adds to what is known, but of what is forgotten by now. In one order of ids: two that add at the same time do not wait for each other in a circle. */
export const noteAccesses = async (sql: Sql, accessed: readonly Accessed[]): Promise<void> => {
  if (accessed.length === 0) return;
  const ordered = accessed.toSorted((a, b) => (a.memoryId < b.memoryId ? -1 : 1));
  await sql.query(
    `insert into memory_accesses (memory_id, tenant_id, access_count, last_accessed_at)
     select told.* from unnest($1::uuid[], $2::text[], $3::int[], $4::timestamptz[]) as told(memory_id, tenant_id, times, last_at)
      where not exists (select from memories m where m.memory_id = told.memory_id and m.status = 'forgotten')
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

/** That somebody was told what is erased is erased with it. */
export const dropAccesses = async (sql: Sql, memoryIds: readonly string[]): Promise<void> => {
  await sql.query('delete from memory_accesses where memory_id = any($1::uuid[])', [memoryIds]);
};
