import type { Sql } from '#database';
import { foldName, type AccountProfile, type SelfDeclaration } from '#identity';
import { linkForms } from '../people/alias-forms.js';
import { namesOf, type Naming } from './people.js';

export interface LinkCandidate {
  readonly one: string;
  readonly other: string;
  /** Other handles that share what these two are found by, where fewest do. */
  readonly namesakes: number;
}

/** What more handles than these share tells nothing. */
const mostBearers = 50;

interface Bearing {
  readonly form: string;
  readonly entity_id: string;
  readonly platform: string;
}

/** Who bears a handle of each form: of one that more bear than tells anything, as many as show it. */
const bearersOf = async (
  sql: Sql,
  tenantId: string,
  forms: readonly string[],
): Promise<ReadonlyMap<string, readonly Bearing[]>> => {
  const rows = await sql.query<Bearing>(
    `select asked.form, b.entity_id, b.platform from unnest($2::text[]) as asked(form)
     cross join lateral (select f.alias_id from entity_alias_forms f
       where f.tenant_id = $1 and f.form = asked.form limit $3) as f
     join entity_aliases b on b.alias_id = f.alias_id`,
    [tenantId, [...new Set(forms)], mostBearers + 1],
  );
  const borne = new Map<string, Bearing[]>();
  for (const row of rows) {
    const before = borne.get(row.form);
    if (before === undefined) borne.set(row.form, [row]);
    else before.push(row);
  }
  return borne;
};

interface HandleRow {
  readonly entity_id: string;
  readonly platform: string;
  readonly handle: string;
}

const namedAlike = async (
  sql: Sql,
  tenantId: string,
  entityIds: readonly string[],
): Promise<readonly LinkCandidate[]> => {
  const handles = await sql.query<HandleRow>(
    `select entity_id, platform, handle from entity_aliases
     where entity_id = any($1::uuid[]) and handle is not null and added_by = 'platform'`,
    [entityIds],
  );
  const asked = handles.flatMap((row) => linkForms(row.handle).map((form) => ({ ...row, form })));
  const borne = await bearersOf(
    sql,
    tenantId,
    asked.map(({ form }) => form),
  );
  return asked.flatMap(({ entity_id, platform, form }) => {
    const bearers = borne.get(form) ?? [];
    if (bearers.length > mostBearers) return [];
    return bearers.flatMap((other) =>
      other.platform === platform
        ? []
        : [{ one: entity_id, other: other.entity_id, namesakes: bearers.length - 2 }],
    );
  });
};

const provedAlike = (
  sql: Sql,
  tenantId: string,
  entityIds: readonly string[],
): Promise<readonly LinkCandidate[]> =>
  sql.query<LinkCandidate>(
    `select x.entity_id as one, y.entity_id as other, 0 as namesakes
     from entities x join entities y on y.identity_key = x.identity_key and y.entity_id <> x.entity_id
     where x.entity_id = any($2::uuid[]) and y.tenant_id = $1`,
    [tenantId, entityIds],
  );

export interface Declared extends SelfDeclaration {
  readonly entityId: string;
}

/** Accounts that somebody said are theirs, as far as there are such: of a team, by what its platform is called. */
export const declaredAlike = async (
  sql: Sql,
  tenantId: string,
  declared: readonly Declared[],
): Promise<readonly (Declared & { readonly other: string })[]> => {
  const formOf = (handle: string): string => linkForms(handle)[0] ?? '';
  const borne = await bearersOf(
    sql,
    tenantId,
    declared.map(({ handle }) => formOf(handle)),
  );
  return declared.flatMap((one) =>
    (borne.get(formOf(one.handle)) ?? []).flatMap(({ entity_id: other, platform }) => {
      const isThere = foldName(platform.split(':')[0] ?? '') === foldName(one.platform);
      return isThere && other !== one.entityId ? [{ ...one, platform, other }] : [];
    }),
  );
};

/** Each pair once, with the fewest namesakes. */
const once = (found: readonly LinkCandidate[]): readonly LinkCandidate[] => {
  const pairs = new Map<string, LinkCandidate>();
  for (const { namesakes, ...ends } of found) {
    const [one = '', other = ''] = [ends.one, ends.other].sort();
    const before = pairs.get(`${one} ${other}`);
    if (before === undefined || namesakes < before.namesakes)
      pairs.set(`${one} ${other}`, { one, other, namesakes });
  }
  return [...pairs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, candidate]) => candidate);
};

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
  const found = once([
    ...(await namedAlike(sql, tenantId, entityIds)),
    ...(await provedAlike(sql, tenantId, entityIds)),
  ]);
  if (found.length === 0) return [];
  const machines = await sql.query<{ entity_id: string }>(
    `select entity_id from entities where entity_id = any($1::uuid[]) and entity_type in ('agent', 'system')`,
    [[...new Set(found.flatMap(({ one, other }) => [one, other]))]],
  );
  const isMachine = new Set(machines.map((row) => row.entity_id));
  return found.filter(({ one, other }) => !isMachine.has(one) && !isMachine.has(other));
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
