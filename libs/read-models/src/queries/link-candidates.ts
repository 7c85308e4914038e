import type { Sql } from '#database';
import type { AccountProfile } from '#identity';
import { linkForm } from '../people/alias-forms.js';
import { namesOf, type Naming } from './people.js';

export interface LinkCandidate {
  readonly one: string;
  readonly other: string;
  /** Other handles that share what these two are found by, where fewest do. */
  readonly namesakes: number;
}

/** What more handles than these share tells nothing. */
const mostBearers = 50;

/**
 * People who may be somebody of these on another platform: by a handle like theirs, or by who both were proved to be. Of
 * people alone: an agent is an account of each platform that it stands on.
 */
export const linkCandidates = async (
  sql: Sql,
  tenantId: string,
  entityIds: readonly string[],
): Promise<readonly LinkCandidate[]> => {
  if (entityIds.length === 0) return [];
  const rows = await sql.query<LinkCandidate>(
    `with asked as (
       select distinct a.entity_id, a.platform, f.form
       from entity_aliases a join entity_alias_forms f using (alias_id)
       where a.entity_id = any($2::uuid[]) and a.added_by = 'platform' and starts_with(f.form, $3)),
     borne as (
       select f.form, count(*)::int as bearers from entity_alias_forms f
       where f.tenant_id = $1 and f.form in (select form from asked)
       group by f.form having count(*) between 2 and $4),
     named as (
       select asked.entity_id as one, b.entity_id as other, min(borne.bearers) - 2 as namesakes
       from asked join borne using (form)
       join entity_alias_forms f on f.tenant_id = $1 and f.form = asked.form
       join entity_aliases b on b.alias_id = f.alias_id and b.platform <> asked.platform and b.added_by = 'platform'
       group by 1, 2),
     proved as (
       select x.entity_id as one, y.entity_id as other, 0 as namesakes
       from entities x join entities y on y.identity_key = x.identity_key and y.entity_id <> x.entity_id
       where x.entity_id = any($2::uuid[]) and y.tenant_id = $1)
     select least(one, other) as one, greatest(one, other) as other, min(namesakes) as namesakes
     from (select * from named union all select * from proved) as found
     where not exists (select from entities e where e.entity_id in (one, other) and e.entity_type in ('agent', 'system'))
     group by 1, 2 order by 1, 2`,
    [tenantId, [...new Set(entityIds)], linkForm, mostBearers],
  );
  return rows;
};

interface ProfileRow {
  readonly entity_id: string;
  readonly platform: string;
  readonly platform_user_id: string;
  readonly handle: string | null;
  readonly display_name: string | null;
  readonly external_iss: string | null;
  readonly identity_key: string | null;
}

const profileOf = (row: ProfileRow, names: readonly Naming[]): AccountProfile => ({
  entityId: row.entity_id,
  platform: row.platform,
  platformUserId: row.platform_user_id,
  handle: row.handle,
  displayName: row.display_name,
  earlierNames: names.flatMap(({ entityId, kind, text, firstAt, until }) =>
    entityId === row.entity_id && kind === 'handle' && until !== null
      ? [{ text, from: firstAt, to: until }]
      : [],
  ),
  // The key is a hash of issuer and subject: the same one is the same person.
  verified: row.identity_key === null ? null : { iss: row.external_iss ?? '', sub: row.identity_key },
  declared: [],
  placeIds: [],
  contactIds: [],
  habits: null,
});

/** What is known of accounts as far as it tells whose they are: names, and who they were proved to be. */
export const accountProfiles = async (
  sql: Sql,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, AccountProfile>> => {
  if (entityIds.length === 0) return new Map();
  const rows = await sql.query<ProfileRow>(
    `select entity_id, a.platform, a.platform_user_id, a.handle, a.display_name, e.external_iss, e.identity_key
     from accounts a join entities e using (entity_id) where entity_id = any($1::uuid[])`,
    [[...new Set(entityIds)]],
  );
  const names = await namesOf(sql, entityIds);
  return new Map(rows.map((row) => [row.entity_id, profileOf(row, names)]));
};
