import type { Sql } from '#database';
import { erasures, type ErasureRow } from '../erasures/erasures.js';

const columns = Object.keys(erasures.columns).join(', ');

export const erasureById = async (
  sql: Sql,
  tenantId: string,
  erasureId: string,
): Promise<ErasureRow | null> => {
  const [row] = await sql.query<ErasureRow>(
    `select ${columns} from erasures where tenant_id = $1 and erasure_id = $2`,
    [tenantId, erasureId],
  );
  return row ?? null;
};

/** The newest first, behind one where it is given. */
export const listedErasures = (
  sql: Sql,
  tenantId: string,
  limit: number,
  after: string | null,
): Promise<readonly ErasureRow[]> =>
  sql.query<ErasureRow>(
    `select ${columns} from erasures where tenant_id = $1
       and ($3::uuid is null or (ordered_at, erasure_id) < (select ordered_at, erasure_id from erasures where erasure_id = $3 and tenant_id = $1))
     order by ordered_at desc, erasure_id desc limit $2`,
    [tenantId, limit, after],
  );

/** The oldest first; of one tenant, or of all. */
export const unfinishedErasures = (sql: Sql, tenantId: string | null): Promise<readonly ErasureRow[]> =>
  sql.query<ErasureRow>(
    `select ${columns} from erasures where status = 'running' and ($1::text is null or tenant_id = $1) order by ordered_at, erasure_id`,
    [tenantId],
  );

/** What is still to be destroyed of it. */
export const erasureTargets = async (
  sql: Sql,
  erasureId: string,
  what: 'memory' | 'message',
  limit: number,
): Promise<readonly string[]> => {
  const rows = await sql.query<{ id: string }>(
    'select id from erasure_targets where erasure_id = $1 and what = $2 order by id limit $3',
    [erasureId, what, limit],
  );
  return rows.map(({ id }) => id);
};

interface Erased {
  readonly entity_id: string | null;
  readonly source_id: string | null;
  readonly until: Date;
}

/** What was erased of people, and of places, up to when: what was sent by then and comes late holds no words, or no names. */
export interface ErasedUntil {
  readonly words: readonly Erased[];
  readonly names: readonly Erased[];
}

export const erasedUntil = async (
  sql: Sql,
  tenantId: string,
  entityIds: readonly string[],
  sourceIds: readonly string[],
): Promise<ErasedUntil> => {
  const rows = await sql.query<Erased & { readonly kind: string }>(
    `select kind, entity_id, source_id, max(ordered_at) as until
     from erasures left join unnest(entity_ids) as entity_id on true left join unnest(source_ids) as source_id on true
     where tenant_id = $1 and (entity_ids && $2::uuid[] or (entity_ids = '{}' and source_ids && $3::uuid[])) group by 1, 2, 3`,
    [tenantId, entityIds, sourceIds],
  );
  return {
    words: rows.filter(({ kind }) => kind !== 'about'),
    names: rows.filter(({ kind }) => kind === 'about' || kind === 'both'),
  };
};
