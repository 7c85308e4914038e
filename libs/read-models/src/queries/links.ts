import { In } from 'typeorm';
import type { Sql, Store } from '#database';
import type { LinkConflict } from '#domain';
import { linkEntity } from '../links/link-entity.js';
import type { LinkRow } from '../links/links.js';

export const findLink = (store: Store, tenantId: string, linkId: string): Promise<LinkRow | null> =>
  store.entities((entities) => entities.findOneBy(linkEntity, { tenant_id: tenantId, link_id: linkId }));

/** All that was ever asked or decided of these and others. */
export const linksAround = (
  store: Store,
  tenantId: string,
  entityIds: readonly string[],
): Promise<readonly LinkRow[]> =>
  store.entities((entities) =>
    entities.find(linkEntity, {
      where: [
        { tenant_id: tenantId, from_entity: In([...entityIds]) },
        { tenant_id: tenantId, to_entity: In([...entityIds]) },
      ],
      order: { link_id: 'ASC' },
    }),
  );

/** Keys of the identities that these were verified as, by entity. */
export const identityKeysOf = async (
  sql: Sql,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await sql.query<{ entity_id: string; identity_key: string }>(
    'select entity_id, identity_key from entities where entity_id = any($1::uuid[]) and identity_key is not null',
    [entityIds],
  );
  return new Map(rows.map((row) => [row.entity_id, row.identity_key]));
};

interface Standing {
  readonly side: number;
  readonly platforms: readonly string[] | null;
  readonly verified: readonly string[] | null;
}

/**
 * What stands against two clusters being one person: two verified ids, or two accounts of one platform. An account that
 * nobody heard of yet is of the platform that it is named by.
 */
export const conflictBetween = async (
  sql: Sql,
  one: readonly string[],
  other: readonly string[],
  named: readonly { readonly side: 0 | 1; readonly platform: string }[] = [],
): Promise<LinkConflict | null> => {
  const members = [...one.map((id) => ({ side: 0, id })), ...other.map((id) => ({ side: 1, id }))];
  const rows = await sql.query<Standing>(
    `select m.side, array_agg(distinct a.platform) filter (where a.platform is not null) as platforms,
       array_agg(distinct e.identity_key::text) filter (where e.identity_key is not null) as verified
     from unnest($1::int[], $2::uuid[]) as m(side, entity_id)
     left join accounts a using (entity_id) left join entities e using (entity_id) group by m.side`,
    [members.map(({ side }) => side), members.map(({ id }) => id)],
  );
  const of = (side: 0 | 1): Standing | undefined => rows.find((row) => row.side === side);
  const platformsOf = (side: 0 | 1): readonly string[] => [
    ...(of(side)?.platforms ?? []),
    ...named.filter((one) => one.side === side).map(({ platform }) => platform),
  ];
  const verified = [...(of(0)?.verified ?? []), ...(of(1)?.verified ?? [])];
  if (new Set(verified).size > 1) return 'conflicting-verified-ids';
  return platformsOf(0).some((platform) => platformsOf(1).includes(platform)) ? 'same-platform' : null;
};
