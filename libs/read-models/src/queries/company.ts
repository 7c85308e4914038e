import type { Sql } from '#database';
import type { AccountProfile } from '#identity';
import { clustersOf } from './people.js';

/** With whom, where and when somebody talks. */
export type Company = Pick<AccountProfile, 'placeIds' | 'contactIds' | 'habits'>;

/** INVARIANT: bounded, whoever talks much: so many places of each account, and of each place its last messages there. */
const mostPlaces = 20;
const lastMessages = 40;

const spoken = `asked cross join lateral (
    select distinct p.source_id from source_participants p where p.entity_id = asked.entity_id order by 1 limit ${String(mostPlaces)}) place
  cross join lateral (
    select tenant_id, platform, source_id, sent_at, mention_ids, reply_to from messages
    where source_id = place.source_id and author_id = asked.entity_id order by sent_at desc limit ${String(lastMessages)}) m`;
const asked = 'with asked as (select unnest($1::uuid[]) as entity_id)';

interface Many {
  readonly entity_id: string;
  readonly ids: readonly string[];
}

const placesOf = (sql: Sql, entityIds: readonly string[]): Promise<readonly Many[]> =>
  sql.query<Many>(
    `${asked} select asked.entity_id, array_agg(place.source_id) as ids from asked cross join lateral (
       select distinct p.source_id from source_participants p where p.entity_id = asked.entity_id order by 1 limit ${String(mostPlaces)}) place
     group by 1`,
    [entityIds],
  );

/** Whom they point at, and whom they answer. */
const contactsOf = (sql: Sql, entityIds: readonly string[]): Promise<readonly Many[]> =>
  sql.query<Many>(
    `${asked} select asked.entity_id, array_agg(distinct other.entity_id) as ids from ${spoken}
     cross join lateral (
       select unnest(m.mention_ids) as entity_id
       union select r.author_id from messages r where r.tenant_id = m.tenant_id and r.platform = m.platform and r.message_id = m.reply_to and r.source_id = m.source_id
     ) other join entities e on e.entity_id = other.entity_id and e.entity_type not in ('agent', 'system')
     where other.entity_id <> asked.entity_id group by 1`,
    [entityIds],
  );

const hoursOf = (
  sql: Sql,
  entityIds: readonly string[],
): Promise<readonly { readonly entity_id: string; readonly hour: number; readonly count: number }[]> =>
  sql.query(
    `${asked} select asked.entity_id, extract(hour from m.sent_at at time zone 'UTC')::int as hour, count(*)::int as count
     from ${spoken} group by 1, 2`,
    [entityIds],
  );

/**
 * What links know of accounts besides their names, as the store holds it now. Contacts are given as people, so that two
 * accounts of one person are one contact. The words that somebody uses are not looked at: they stay with their readers.
 */
export const companyOf = async (
  sql: Sql,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, Company>> => {
  if (entityIds.length === 0) return new Map();
  const ids = [...new Set(entityIds)];
  const places = new Map((await placesOf(sql, ids)).map((row) => [row.entity_id, row.ids]));
  const contacts = new Map((await contactsOf(sql, ids)).map((row) => [row.entity_id, row.ids]));
  const all = [...new Set([...contacts.values()].flat())];
  const clusters = await clustersOf(sql, all);
  const personOf = new Map(all.map((id, at) => [id, [...(clusters[at] ?? [id])].sort()[0] ?? id]));
  const hours = new Map<string, number[]>();
  for (const { entity_id, hour, count } of await hoursOf(sql, ids)) {
    const own = hours.get(entity_id) ?? Array.from({ length: 24 }, () => 0);
    own[hour] = count;
    hours.set(entity_id, own);
  }
  return new Map(
    ids.map((id) => {
      const own = hours.get(id);
      return [
        id,
        {
          placeIds: places.get(id) ?? [],
          contactIds: [
            ...new Set((contacts.get(id) ?? []).map((contact) => personOf.get(contact) ?? contact)),
          ],
          habits: own === undefined ? null : { hours: own, words: new Map() },
        },
      ];
    }),
  );
};
