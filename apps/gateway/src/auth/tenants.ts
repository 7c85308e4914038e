import type { CreatedTenant, TenantView } from '#contracts';
import type { Database } from '#database';
import { newKey, type ApiKeys } from './api-keys.js';
import { tenantEntity, type Tenant } from './tenant-entity.js';

/** Whose operators make others: the tenant of the first operator key. */
export const firstTenant = 'default';

const viewOf = ({ tenantId, name, createdAt }: Tenant): TenantView => ({
  id: tenantId,
  name,
  created_at: createdAt.toISOString(),
});

/** Isolated worlds in one store, each with keys of its own. */
export class Tenants {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeys,
    private readonly now: () => Date,
  ) {}

  /** Null when there is one of this id. Its first operator key is in the answer and nowhere else. */
  async add(tenantId: string, name: string): Promise<CreatedTenant | null> {
    const tenant = { tenantId, name, createdAt: this.now() };
    const inserted = await this.database.entities((entities) =>
      entities
        .createQueryBuilder()
        .insert()
        .into(tenantEntity)
        .values(tenant)
        .orIgnore()
        .returning('tenant_id')
        .execute(),
    );
    if ((inserted.raw as readonly unknown[]).length === 0) return null;
    const key = newKey();
    await this.keys.adopt(key, { tenantId, name: 'first operator', roles: ['operator'] });
    return { ...viewOf(tenant), key };
  }

  async list(limit: number, after: string | null): Promise<readonly TenantView[]> {
    const tenants = await this.database.entities((entities) => {
      const all = entities.createQueryBuilder(tenantEntity, 'tenant');
      return (after === null ? all : all.where('tenant.tenantId > :after', { after }))
        .orderBy('tenant.tenantId', 'ASC')
        .limit(limit)
        .getMany();
    });
    return tenants.map(viewOf);
  }
}
