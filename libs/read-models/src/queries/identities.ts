import type { Sql } from '#database';
import type { IdentityView, ScopeView } from '#contracts';
import type { IdentityState, Knobs, NamingState } from '#domain';
import { clusterOf } from './people.js';

/** What deciding about a verification reads. */
export const identityOf = async (sql: Sql, entityId: string): Promise<IdentityState | null> => {
  const [row] = await sql.query<{
    first_name: string | null;
    last_name: string | null;
    identity_key: string | null;
  }>('select first_name, last_name, identity_key from entities where entity_id = $1', [entityId]);
  return row ? { firstName: row.first_name, lastName: row.last_name, identityKey: row.identity_key } : null;
};

/** Whose account this token was shown for; null when it was never. */
export const tokenSpentBy = async (sql: Sql, tenantId: string, tokenKey: string): Promise<string | null> => {
  const [row] = await sql.query<{ entity_id: string }>(
    'select entity_id from spent_tokens where tenant_id = $1 and token_key = $2',
    [tenantId, tokenKey],
  );
  return row?.entity_id ?? null;
};

interface Standing {
  /** The same on every platform that links join: that of the account which was verified first. */
  readonly userId: string;
  readonly externalId: string | null;
}

/**
 * Who an account's person is, by all accounts that active links join to it. What was verified of the account itself counts
 * before what was verified of a linked one.
 */
export const standingOf = async (sql: Sql, cluster: readonly string[]): Promise<Standing | null> => {
  const [own] = cluster;
  if (own === undefined) return null;
  const [row] = await sql.query<{ entity_id: string; external_id: string }>(
    `select first.entity_id, e.external_id
     from entities e join entities first on first.identity_key = e.identity_key and first.entity_id = any($1::uuid[])
     where e.entity_id = any($1::uuid[]) and e.external_id is not null
     order by (e.entity_id = $2) desc, e.verified_at, e.entity_id, first.verified_at, first.entity_id limit 1`,
    [cluster, own],
  );
  return row ? { userId: row.entity_id, externalId: row.external_id } : { userId: own, externalId: null };
};

/** The five fields that downstream plugins scope by, of an entity with all that links join to it. */
export const scopeOf = async (
  sql: Sql,
  knobs: Knobs,
  cluster: readonly string[],
): Promise<ScopeView | null> => {
  const standing = await standingOf(sql, cluster);
  if (standing === null) return null;
  const { userId, externalId } = standing;
  const verified = externalId !== null;
  return {
    scope_key: externalId ?? userId,
    user_id: userId,
    external_id: externalId,
    verified,
    gated: knobs['gate.require_verified'] && !verified,
  };
};

/** What an account's person may be told of themselves: who they are said and proved to be. */
export const identityViewOf = async (
  sql: Sql,
  knobs: Knobs,
  entityId: string,
  /** Whose accounts are told; undefined: those of every platform. */
  platform: string | undefined,
): Promise<IdentityView | null> => {
  const cluster = await clusterOf(sql, entityId);
  const scope = await scopeOf(sql, knobs, cluster);
  const [self] = await sql.query<{
    first_name: string | null;
    last_name: string | null;
    canonical_name: string | null;
  }>(
    'select first_name, last_name, coalesce(preferred_name, canonical_name) as canonical_name from entities where entity_id = $1',
    [entityId],
  );
  if (!scope || !self) return null;
  return {
    ...scope,
    display_name: self.canonical_name,
    first_name: self.first_name,
    last_name: self.last_name,
    platform_links: await sql.query<{ platform: string; platform_user_id: string }>(
      `select platform, platform_user_id from accounts
       where entity_id = any($1::uuid[]) and ($2::text is null or platform = $2) order by 1, 2`,
      [cluster, platform ?? null],
    ),
  };
};

/** Whom a token proved to be the same person, by other accounts: longest known first. */
export const verifiedAs = async (
  sql: Sql,
  tenantId: string,
  identityKey: string,
): Promise<readonly string[]> =>
  (
    await sql.query<{ entity_id: string }>(
      'select entity_id from entities where tenant_id = $1 and identity_key = $2 order by verified_at, entity_id',
      [tenantId, identityKey],
    )
  ).map((row) => row.entity_id);

/** What deciding about somebody's names reads. */
export const namingOf = async (sql: Sql, entityId: string): Promise<NamingState> => {
  const [row] = await sql.query<{ preferred_name: string | null }>(
    'select preferred_name from entities where entity_id = $1',
    [entityId],
  );
  const aliases = await sql.query<{ alias_id: string; added_by: 'self' | 'operator' }>(
    `select alias_id, added_by from entity_aliases where entity_id = $1 and added_by in ('self', 'operator')`,
    [entityId],
  );
  return {
    name: row?.preferred_name ?? null,
    aliases: new Map(aliases.map(({ alias_id, added_by }) => [alias_id, added_by])),
  };
};
