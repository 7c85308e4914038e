import type { Sql } from '#database';
import { messages, type MessageRow } from './message-row.js';

const columns = Object.keys(messages.columns)
  .map((name) => `m.${name}`)
  .join(', ');

/** Whose messages are, and for how long. What its owner does not read in that time is anybody's again. */
export interface Claim {
  readonly owner: string;
  readonly forMs: number;
}

/**
 * What is to be read next by one of several processes: none is given what another has claimed. What is locked is being taken
 * off the list.
 */
export const claimUnread = (
  sql: Sql,
  limit: number,
  except: readonly string[],
  { owner, forMs }: Claim,
): Promise<readonly MessageRow[]> =>
  sql.query<MessageRow>(
    `with next as materialized (
       select record_id from extraction_queue
        where not record_id = any($2::uuid[]) and (claimed_by is null or claimed_by = $3 or claimed_until <= now())
        order by tenant_id, sent_at, record_id limit $1 for update skip locked),
     claimed as (
       update extraction_queue q set claimed_by = $3, claimed_until = now() + $4 * interval '1 millisecond'
         from next where q.record_id = next.record_id returning q.tenant_id, q.sent_at, q.record_id)
     select ${columns} from claimed cross join lateral (select * from messages where record_id = claimed.record_id limit 1) m order by claimed.tenant_id, claimed.sent_at, claimed.record_id`,
    [limit, except, owner, forMs],
  );

/** What is not read yet by whoever claimed it is anybody's. */
export const letGoOfClaims = async (sql: Sql, owner: string): Promise<void> => {
  await sql.query(
    'update extraction_queue set claimed_by = null, claimed_until = null where claimed_by = $1',
    [owner],
  );
};
