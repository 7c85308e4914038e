import type { Sql } from '#database';
import { decide, type MemoryFacts, type ReadRequest } from '#policy';
import { informed } from './audience.js';
import { freshRows } from './memories.js';

/** What a message said, and what stands in its place: a message that puts it right, or what replaced a statement of it. */
interface Said {
  readonly record_id: string;
  /** Null: it stands. */
  readonly by_id: string | null;
  readonly kind: 'message' | 'statement';
}

const saidIn = (sql: Sql, tenantId: string, recordIds: readonly string[]): Promise<readonly Said[]> =>
  sql.query<Said>(
    `select corrected.record_id, m.record_id as by_id, 'message' as kind
       from messages m cross join lateral unnest(m.corrects) as corrected(record_id)
      where m.tenant_id = $1 and m.corrects <> '{}' and m.corrects && $2::uuid[] and corrected.record_id = any($2::uuid[])
     union all
     select e.record_id, case when m.status = 'superseded' then coalesce(m.superseded_by, m.ended_in) end, 'statement'
       from memory_evidence e join memories m using (memory_id)
      where m.tenant_id = $1 and e.record_id = any($2::uuid[]) and m.shared_in is null
        and m.status in ('active', 'pending', 'superseded')`,
    [tenantId, recordIds],
  );

/**
 * Which of these messages are not to be put forward as if they stood: another message takes them back or puts them right, or
 * all that they stated was replaced or ended since.
 * INVARIANT: by nothing but what this reader may hear. To everybody else they stand, and nobody senses by one that is
 * missing that something hidden was said.
 */
export const overtakenAmong = async (
  sql: Sql,
  request: ReadRequest,
  recordIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (recordIds.length === 0) return new Set();
  const said = await saidIn(sql, request.tenantId, recordIds);
  const byIds = said.flatMap(({ by_id: id }) => id ?? []);
  const rows = await freshRows(sql, request.tenantId, byIds, request.asOf);
  // What replaced it may have been replaced itself since.
  const facts = [...rows.values()].map((row): MemoryFacts =>
    row.facts.status === 'superseded' ? { ...row.facts, status: 'active' } : row.facts,
  );
  const reading = await informed(sql, { ...request, requestedStatus: 'active' }, facts);
  const heard = new Set(
    facts.filter((one) => decide(reading, one).decision === 'allow').map(({ memoryId }) => memoryId),
  );
  const isHeard = ({ by_id: id }: Said): boolean => id !== null && heard.has(id);
  return new Set(
    recordIds.filter((recordId) => {
      const own = said.filter(({ record_id: id }) => id === recordId);
      const statements = own.filter(({ kind }) => kind === 'statement');
      const isCorrected = own.some((one) => one.kind === 'message' && isHeard(one));
      return isCorrected || (statements.length > 0 && statements.every(isHeard));
    }),
  );
};
