import type { Sql } from '#database';
import type { ProposedFact } from '#domain';
import type { Projection, RecordedEventOf } from '#event-log';
import { saveRows, type Table } from '../rows.js';

interface ProposalRow {
  readonly record_id: string;
  readonly tenant_id: string;
  /** Who proposed; empty: what was proposed was of words that the message has no more. */
  readonly proposer: string;
  readonly proposals: readonly ProposedFact[] | null;
  readonly asked_at: Date;
}

const proposals: Table<ProposalRow> = {
  name: 'fact_proposals',
  key: ['record_id'],
  columns: {
    record_id: 'uuid',
    tenant_id: 'text',
    proposer: 'text',
    proposals: 'jsonb',
    asked_at: 'timestamptz',
  },
};

type Revised = RecordedEventOf<'MessageEdited' | 'MessageDeleted'>;

/** INVARIANT: proposals quote their message: they go when its words go. That it was asked about is still counted. */
const drop = async (sql: Sql, recordIds: readonly string[]): Promise<void> => {
  if (recordIds.length > 0)
    await sql.query(
      `update fact_proposals set proposals = null, proposer = '' where record_id = any($1::uuid[])`,
      [recordIds],
    );
};

const dropRevised = async (sql: Sql, { tenantId, data }: Revised): Promise<void> => {
  await sql.query(
    `update fact_proposals p set proposals = null, proposer = '' from messages m
     where p.record_id = m.record_id and m.tenant_id = $1 and m.platform = $2 and m.message_id = $3
       and ($4::uuid is null or m.source_id = $4::uuid)`,
    [tenantId, data.platform, data.messageId, data.sourceId],
  );
};

/** What was proposed of messages as they read now. Runs after that of messages. */
export const proposalsProjection: Projection = {
  name: 'fact-proposals',
  version: 1,
  tables: ['fact_proposals'],
  handles: ['FactsProposed', 'MessageEdited', 'MessageDeleted', 'MessageErased'],
  project: async (events, sql) => {
    for (const event of events) {
      if (event.type === 'FactsProposed')
        await saveRows(sql, proposals, [
          {
            record_id: event.data.recordId,
            tenant_id: event.tenantId,
            proposer: event.data.proposals === null ? '' : event.data.proposer,
            proposals: event.data.proposals,
            asked_at: event.recordedAt,
          },
        ]);
      else if (event.type === 'MessageErased') await drop(sql, [event.data.recordId]);
      else if (event.type === 'MessageEdited' || event.type === 'MessageDeleted')
        await dropRevised(sql, event);
    }
  },
};
