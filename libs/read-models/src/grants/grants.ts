import type { Sql } from '#database';
import type { Projection, RecordedEvent, RecordedEventOf } from '#event-log';
import { saveRows, type Table } from '../rows.js';

export interface GrantRow {
  readonly grant_id: string;
  readonly tenant_id: string;
  readonly memory_id: string;
  readonly entity_id: string;
  readonly granted_by: string;
  readonly granted_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly position: bigint | string;
}

export const grants: Table<GrantRow> = {
  name: 'grants',
  key: ['grant_id'],
  columns: {
    grant_id: 'uuid',
    tenant_id: 'text',
    memory_id: 'uuid',
    entity_id: 'uuid',
    granted_by: 'text',
    granted_at: 'timestamptz',
    expires_at: 'timestamptz',
    revoked_at: 'timestamptz',
    position: 'bigint',
  },
};

const given = (event: RecordedEventOf<'GrantGiven'>): GrantRow => ({
  grant_id: event.data.grantId,
  tenant_id: event.tenantId,
  memory_id: event.data.memoryId,
  entity_id: event.data.entityId,
  granted_by: event.data.keyId,
  granted_at: event.recordedAt,
  expires_at: event.data.expiresAt,
  revoked_at: null,
  position: event.at.position,
});

/** Grants end with their own revocation, or with their memory; the first of these counts. */
const end = async (
  sql: Sql,
  column: 'grant_id' | 'memory_id',
  ends: readonly { readonly id: string; readonly event: RecordedEvent }[],
): Promise<void> => {
  if (ends.length === 0) return;
  await sql.query(
    `update grants g set revoked_at = least(g.revoked_at, ended.at)
     from (select id, position, min(at) as at from unnest($1::uuid[], $2::timestamptz[], $3::bigint[]) as t(id, at, position) group by id, position) ended
     where g.${column} = ended.id and g.position < ended.position`,
    [
      ends.map(({ id }) => id),
      ends.map(({ event }) => event.recordedAt),
      ends.map(({ event }) => event.at.position.toString()),
    ],
  );
};

/** Who was let hear which secret. Nothing but ids: there is no text to forget. */
export const grantsProjection: Projection = {
  name: 'grants',
  version: 1,
  tables: ['grants'],
  handles: ['GrantGiven', 'GrantRevoked', 'MemoryForgotten'],
  project: async (events, sql) => {
    await saveRows(
      sql,
      grants,
      events.flatMap((event) => (event.type === 'GrantGiven' ? [given(event)] : [])),
    );
    await end(
      sql,
      'grant_id',
      events.flatMap((event) => (event.type === 'GrantRevoked' ? [{ id: event.data.grantId, event }] : [])),
    );
    await end(
      sql,
      'memory_id',
      events.flatMap((event) =>
        event.type === 'MemoryForgotten' ? [{ id: event.data.memoryId, event }] : [],
      ),
    );
  },
};
