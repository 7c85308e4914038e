import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { ArrayContains, IsNull, Not, type EntityManager } from 'typeorm';
import type { Database } from '#database';
import type { Caller, CreatedKey, KeyRole, KeyView, Page } from '#contracts';
import { apiKeyEntity, type ApiKey } from './api-key-entity.js';

export interface NewKey {
  readonly tenantId: string;
  readonly name: string;
  readonly roles: readonly KeyRole[];
  readonly agent?: string | undefined;
  readonly platform?: string | undefined;
}
export type Revocation = 'revoked' | 'not-found' | 'last-operator';

const longestKey = 512;
const mostCached = 10_000;
/** How long another process may still honour a key that this one revoked. */
const cachedForMs = 10_000;

/** 256 random bits; the prefix lets a scanner of leaked secrets know it. */
export const newKey = (): string => `kith_${randomBytes(32).toString('base64url')}`;
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

const viewOf = ({ keyId, name, roles, agent, platform, createdAt, revokedAt }: ApiKey): KeyView => ({
  id: keyId,
  name,
  roles,
  agent_id: agent,
  platform,
  created_at: createdAt.toISOString(),
  revoked_at: revokedAt?.toISOString() ?? null,
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
    const found = await this.database.reading.entities((entities) =>
      entities.findOneBy(apiKeyEntity, { keyHash: hash, revokedAt: IsNull() }),
    );
    if (!found || !timingSafeEqual(hash, found.keyHash)) return null;
    const { tenantId, keyId, roles, agent, platform } = found;
    const caller: Caller = {
      tenantId,
      keyId,
      roles,
      ...(agent === null ? {} : { agent }),
      ...(platform === null ? {} : { platform }),
    };
    // A revocation that ran meanwhile must not be undone by what was read before it.
    if (seen === this.#revocations) this.#remember(cacheKey, caller);
    return caller;
  }

  /** The key itself is in the answer and nowhere else. */
  async create(wanted: NewKey): Promise<CreatedKey> {
    const key = newKey();
    const made = await this.#insert(key, wanted);
    if (!made) throw new Error('two random keys were the same');
    return { ...viewOf(made), key };
  }

  /** Makes a key given from outside valid; one that was revoked stays so. */
  async adopt(key: string, wanted: NewKey): Promise<'added' | 'known' | 'revoked'> {
    if (await this.#insert(key, wanted)) return 'added';
    const known = await this.database.entities((entities) =>
      entities.findOneBy(apiKeyEntity, { keyHash: hashOf(key) }),
    );
    return known?.revokedAt ? 'revoked' : 'known';
  }

  async list(tenantId: string, limit: number, after: string | null): Promise<Page<KeyView>> {
    const keys = await this.database.entities((entities) => {
      const ofTenant = entities
        .createQueryBuilder(apiKeyEntity, 'key')
        .where('key.tenantId = :tenantId', { tenantId });
      const last = ofTenant
        .subQuery()
        .select(['last.createdAt', 'last.keyId'])
        .from(apiKeyEntity, 'last')
        .where('last.keyId = :after and last.tenantId = :tenantId')
        .getQuery();
      const behind = `(key.createdAt, key.keyId) > ${last}`;
      return (after === null ? ofTenant : ofTenant.andWhere(behind, { after }))
        .orderBy({ 'key.createdAt': 'ASC', 'key.keyId': 'ASC' })
        .limit(limit + 1)
        .getMany();
    });
    const results = keys.slice(0, limit).map(viewOf);
    return { results, next_cursor: keys.length > limit ? (results.at(-1)?.id ?? null) : null };
  }

  /** Takes hold at once in this process. The last operator key of a tenant stays, or nobody could make another. */
  async revoke(tenantId: string, keyId: string): Promise<Revocation> {
    const outcome = await this.database.transaction((store) =>
      store.entities((entities) => this.#revokeIn(entities, tenantId, keyId)),
    );
    if (outcome === 'revoked') this.#forget(keyId);
    return outcome;
  }

  /** Revokes the live keys of this name in a tenant, but for the one given. */
  async supersede(tenantId: string, name: string, key: string): Promise<void> {
    const superseded = await this.database.entities((entities) =>
      entities
        .createQueryBuilder()
        .update(apiKeyEntity)
        .set({ revokedAt: this.now() })
        .where({ tenantId, name, keyHash: Not(hashOf(key)), revokedAt: IsNull() })
        .returning('key_id')
        .execute(),
    );
    for (const { key_id: keyId } of superseded.raw as readonly { key_id: string }[]) this.#forget(keyId);
  }

  hasOperator(tenantId: string): Promise<boolean> {
    return this.database.entities((entities) => entities.existsBy(apiKeyEntity, liveOperators(tenantId)));
  }

  async #revokeIn(entities: EntityManager, tenantId: string, keyId: string): Promise<Revocation> {
    // Both of two operators revoking each other at once wait here, so one key is left.
    const operators = await entities.find(apiKeyEntity, {
      where: liveOperators(tenantId),
      order: { keyId: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    if (operators.length === 1 && operators[0]?.keyId === keyId) return 'last-operator';
    const { affected } = await entities.update(
      apiKeyEntity,
      { tenantId, keyId, revokedAt: IsNull() },
      { revokedAt: this.now() },
    );
    return affected === 0 ? 'not-found' : 'revoked';
  }

  /** Null when there is such a key already. */
  async #insert(key: string, wanted: NewKey): Promise<ApiKey | null> {
    const made: ApiKey = {
      ...wanted,
      agent: wanted.agent ?? null,
      platform: wanted.platform ?? null,
      keyId: randomUUID(),
      keyHash: hashOf(key),
      createdAt: this.now(),
      revokedAt: null,
    };
    const inserted = await this.database.entities((entities) =>
      entities
        .createQueryBuilder()
        .insert()
        .into(apiKeyEntity)
        .values({ ...made, roles: [...made.roles] })
        .orIgnore()
        .returning('key_id')
        .execute(),
    );
    return (inserted.raw as readonly unknown[]).length > 0 ? made : null;
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

const liveOperators = (tenantId: string) => ({
  tenantId,
  roles: ArrayContains(['operator']),
  revokedAt: IsNull(),
});
