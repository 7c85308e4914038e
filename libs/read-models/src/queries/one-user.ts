import type { Sql } from '#database';
import { clustersOf } from './people.js';

/** More people than these were heard: nobody is the only one. */
const mostAccounts = 20;

/** Whoever alone ever said something in this tenant, with all that links join to them; null where nobody did, or several. */
export const onlySpeakerOf = async (sql: Sql, tenantId: string): Promise<string | null> => {
  const rows = await sql.query<{ entity_id: string }>(
    `select e.entity_id from entities e
     where e.tenant_id = $1 and e.entity_type in ('human', 'unknown') and (
       exists (select from source_participants p join messages m on m.source_id = p.source_id and m.author_id = e.entity_id
         where p.entity_id = e.entity_id)
       or exists (select from memories m where m.speaker_entity_id = e.entity_id))
     order by e.created_at, 1 limit $2`,
    [tenantId, mostAccounts],
  );
  const [first, ...others] = rows.map((row) => row.entity_id);
  if (first === undefined || rows.length === mostAccounts) return null;
  const [cluster = []] = await clustersOf(sql, [first]);
  return others.every((other) => cluster.includes(other)) ? first : null;
};
