import { EntitySchema } from 'typeorm';

export interface Tenant {
  readonly tenantId: string;
  readonly name: string;
  readonly createdAt: Date;
}

export const tenantEntity = new EntitySchema<Tenant>({
  name: 'Tenant',
  tableName: 'tenants',
  columns: {
    tenantId: { name: 'tenant_id', type: 'text', primary: true },
    name: { type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  },
});
