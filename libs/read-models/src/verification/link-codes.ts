import type { Projection, RecordedEventOf } from '#event-log';
import type { Sql } from '#database';

const ask = async (sql: Sql, { tenantId, data }: RecordedEventOf<'LinkCodeAsked'>): Promise<void> => {
  await sql.query(`update link_codes set status = 'replaced' where entity_id = $1 and status = 'open'`, [
    data.entityId,
  ]);
  await sql.query(
    `insert into link_codes (code_id, tenant_id, code_key, entity_id, expires_at, status) values ($1, $2, $3, $4, $5, 'open')`,
    [data.codeId, tenantId, data.codeKey, data.entityId, data.expiresAt],
  );
};

const end = async (sql: Sql, codeId: string, status: 'used' | 'revealed'): Promise<void> => {
  await sql.query('update link_codes set status = $2 where code_id = $1', [codeId, status]);
};

/** Codes that accounts were given, by hash; and how often an account got one wrong. */
export const linkCodesProjection: Projection = {
  name: 'link-codes',
  version: 1,
  tables: ['link_codes', 'link_code_misses'],
  handles: ['LinkCodeAsked', 'LinkCodeConfirmed', 'LinkCodeRevealed', 'LinkCodeMissed'],
  project: async (events, sql) => {
    for (const event of events)
      if (event.type === 'LinkCodeAsked') await ask(sql, event);
      else if (event.type === 'LinkCodeConfirmed') await end(sql, event.data.codeId, 'used');
      else if (event.type === 'LinkCodeRevealed') await end(sql, event.data.codeId, 'revealed');
      else if (event.type === 'LinkCodeMissed')
        await sql.query('insert into link_code_misses (entity_id, at) values ($1, $2)', [
          event.data.entityId,
          event.data.at,
        ]);
  },
};
