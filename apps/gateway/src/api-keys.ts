import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Database, Migration, Sql } from '#database';
import type { Caller, KeyRole, Page } from '#domain';

export const gatewayMigrations: readonly Migration[] = [
  {
    name: '0090-api-keys',
    statements: [
      `create table api_keys (
        key_id uuid primary key,
        tenant_id text not null,
        name text not null,
        roles text[] not null check (cardinality(roles) > 0 and roles <@ array['adaptor', 'client', 'operator']),
        key_hash bytea not null unique,
        created_at timestamptz not null,
        revoked_at timestamptz
      )`,
      'create index api_keys_of_tenant on api_keys (tenant_id, created_at, key_id)',
    ],
  },
];

export interface NewKey {
  readonly tenantId: string;
  readonly name: string;
  readonly roles: readonly KeyRole[];
}
export interface KeyView {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly KeyRole[];
  readonly created_at: string;
  readonly revoked_at: string | null;
}
export type Revocation = 'revoked' | 'not-found' | 'last-operator';

interface KeyRow {
  readonly key_id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly roles: readonly KeyRole[];
  readonly key_hash: Uint8Array;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

const longestKey = 512;
const mostCached = 10_000;
/** How long another process may still honour a key that this one revoked. */
const cachedForMs = 10_000;

/** 256 random bits; the prefix lets a scanner of leaked secrets know it. */
export const newKey = (): string => `kith_${randomBytes(32).toString('base64url')}`;
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

const viewOf = (row: KeyRow): KeyView => ({
  id: row.key_id,
  name: row.name,
  roles: row.roles,
  created_at: row.created_at.toISOString(),
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

/** API keys, stored as SHA-256: they are random, so a slow hash would protect nothing. */
export class ApiKeys {
  readonly #cache = new Map<string, { readonly caller: Caller; readonly until: number }>();
  #revocations = 0;

  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /** Who presents this key, when it was looked up lately; the store is not asked. */
  known(key: string): Caller | null {
    const cached = this.#cache.get(hashOf(key).toString('base64'));
    return cached && cached.until > this.now().getTime() ? cached.caller : null;
  }

  /** Who presents this key; null when it is unknown, revoked or no key at all. */
  async find(key: string): Promise<Caller | null> {
    if (key === '' || key.length > longestKey) return null;
    const known = this.known(key);
    if (known) return known;
    const hash = hashOf(key);
    const cacheKey = hash.toString('base64');
    const seen = this.#revocations;
    const [row] = await this.database.reading.query<KeyRow>(
      'select * from api_keys where key_hash = $1 and revoked_at is null',
      [hash],
    );
    if (!row || !timingSafeEqual(hash, row.key_hash)) return null;
    const caller: Caller = { tenantId: row.tenant_id, keyId: row.key_id, roles: row.roles };
    // A revocation that ran meanwhile must not be undone by what was read before it.
    if (seen === this.#revocations) this.#remember(cacheKey, caller);
    return caller;
  }

  /** The key itself is in the answer and nowhere else. */
  async create(wanted: NewKey): Promise<KeyView & { readonly key: string }> {
    const key = newKey();
    const [row] = await this.#insert(key, wanted);
    if (!row) throw new Error('two random keys were the same');
    return { ...viewOf(row), key };
  }

  /** Makes a key given from outside valid; one that was revoked stays so. */
  async adopt(key: string, wanted: NewKey): Promise<'added' | 'known' | 'revoked'> {
    const [added] = await this.#insert(key, wanted);
    if (added) return 'added';
    const [row] = await this.database.query<KeyRow>('select * from api_keys where key_hash = $1', [
      hashOf(key),
    ]);
    return row?.revoked_at ? 'revoked' : 'known';
  }

  async list(tenantId: string, limit: number, after: string | null): Promise<Page<KeyView>> {
    const rows = await this.database.query<KeyRow>(
      `select * from api_keys where tenant_id = $1
         and ($2::uuid is null or (created_at, key_id) > (select created_at, key_id from api_keys where key_id = $2 and tenant_id = $1))
       order by created_at, key_id limit $3`,
      [tenantId, after, limit + 1],
    );
    const results = rows.slice(0, limit).map(viewOf);
    return { results, next_cursor: rows.length > limit ? (results.at(-1)?.id ?? null) : null };
  }

  /** Takes hold at once in this process. The last operator key of a tenant stays, or nobody could make another. */
  async revoke(tenantId: string, keyId: string): Promise<Revocation> {
    const outcome = await this.database.transaction((sql) => this.#revokeIn(sql, tenantId, keyId));
    if (outcome === 'revoked') this.#forget(keyId);
    return outcome;
  }

  /** Revokes the live keys of this name in a tenant, but for the one given. */
  async supersede(tenantId: string, name: string, key: string): Promise<void> {
    const rows = await this.database.query<KeyRow>(
      'update api_keys set revoked_at = $4 where tenant_id = $1 and name = $2 and key_hash <> $3 and revoked_at is null returning *',
      [tenantId, name, hashOf(key), this.now()],
    );
    for (const row of rows) this.#forget(row.key_id);
  }

  async hasOperator(tenantId: string): Promise<boolean> {
    return (await liveOperators(this.database, tenantId)).length > 0;
  }

  async #revokeIn(sql: Sql, tenantId: string, keyId: string): Promise<Revocation> {
    // Both of two operators revoking each other at once wait here, so one key is left.
    const operators = await liveOperators(sql, tenantId, 'for update');
    if (operators.length === 1 && operators[0]?.key_id === keyId) return 'last-operator';
    const rows = await sql.query<KeyRow>(
      'update api_keys set revoked_at = $3 where tenant_id = $1 and key_id = $2 and revoked_at is null returning *',
      [tenantId, keyId, this.now()],
    );
    return rows.length > 0 ? 'revoked' : 'not-found';
  }

  #insert(key: string, { tenantId, name, roles }: NewKey): Promise<readonly KeyRow[]> {
    return this.database.query<KeyRow>(
      `insert into api_keys (key_id, tenant_id, name, roles, key_hash, created_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (key_hash) do nothing returning *`,
      [randomUUID(), tenantId, name, roles, hashOf(key), this.now()],
    );
  }

  #remember(cacheKey: string, caller: Caller): void {
    if (this.#cache.size >= mostCached) this.#cache.clear();
    this.#cache.set(cacheKey, { caller, until: this.now().getTime() + cachedForMs });
  }

  #forget(keyId: string): void {
    this.#revocations += 1;
    for (const [cacheKey, { caller }] of this.#cache)
      if (caller.keyId === keyId) this.#cache.delete(cacheKey);
  }
}

const liveOperators = (
  sql: Sql,
  tenantId: string,
  lock: 'for update' | '' = '',
): Promise<readonly KeyRow[]> =>
  sql.query<KeyRow>(
    `select * from api_keys where tenant_id = $1 and 'operator' = any(roles) and revoked_at is null order by key_id ${lock}`,
    [tenantId],
  );
