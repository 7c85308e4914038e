import type { BusKind, Outgoing } from '../message-bus.js';

export interface BusMessageRow {
  readonly kind: BusKind;
  readonly sequence: string;
  readonly tenant_id: string;
  readonly key: string;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly stored_at: Date;
}

export const outgoingOf = (row: BusMessageRow): Outgoing => ({
  id: row.id,
  tenantId: row.tenant_id,
  kind: row.kind,
  key: row.key,
  headers: row.headers,
  body: row.body,
});
