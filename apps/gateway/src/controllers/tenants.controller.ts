import { Controller, Inject } from '@nestjs/common';
import {
  addTenantSchema,
  answered,
  createdTenant,
  failed,
  listTenantsSchema,
  pageOf,
  tenantView,
  type AddTenant,
  type Answer,
  type Caller,
  type CreatedTenant,
  type ListTenants,
  type Page,
  type TenantView,
} from '#contracts';
import { Endpoint, type Call } from '../http/endpoint.js';
import type { GatewayLog } from '../telemetry/log.js';
import { orUnavailable } from '../http/or-unavailable.js';
import { firstTenant, Tenants } from '../auth/tenants.js';
import { LOG } from '../tokens.js';

const forbidden = failed('forbidden', 'Tenants are for operators of the first tenant.');
const isOfFirst = ({ tenantId }: Caller): boolean => tenantId === firstTenant;

@Controller()
export class TenantsController {
  constructor(
    @Inject(Tenants) private readonly tenants: Tenants,
    @Inject(LOG) private readonly log: GatewayLog,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/v1/tenants',
    tag: 'keys',
    summary: 'Make a tenant; only this answer shows its first operator key',
    about:
      'A world of its own: nothing crosses. For operators of the tenant `default` alone. 409 when there is one of this id.',
    roles: ['operator'],
    reads: 'keys',
    body: addTenantSchema,
    answer: createdTenant,
    status: 201,
  })
  async add({ caller, body }: Call<undefined, AddTenant>): Promise<Answer<CreatedTenant>> {
    if (!isOfFirst(caller)) return forbidden;
    const made = await this.#stored(this.tenants.add(body.id, body.name ?? body.id));
    if (made === null)
      return failed('conflict', 'There is a tenant of this id.', [{ path: 'id', message: 'is taken' }]);
    this.log.info({ event: 'tenant.made', tenant_id: made.id, by: caller.keyId });
    return answered(made);
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/tenants',
    tag: 'keys',
    summary: 'Tenants; for operators of the first one',
    roles: ['operator'],
    reads: 'keys',
    query: listTenantsSchema,
    answer: pageOf(tenantView),
  })
  async list({ caller, query }: Call<ListTenants>): Promise<Answer<Page<TenantView>>> {
    if (!isOfFirst(caller)) return forbidden;
    const found = await this.#stored(this.tenants.list(query.limit + 1, query.cursor ?? null));
    const results = found.slice(0, query.limit);
    return answered({
      results,
      next_cursor: found.length > query.limit ? (results.at(-1)?.id ?? null) : null,
    });
  }

  #stored<T>(work: Promise<T>): Promise<T> {
    return orUnavailable(this.log, 'key.store-failed', work);
  }
}
