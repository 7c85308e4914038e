import type { Sql } from '#database';
import type { RecordedEventOf } from '#event-log';
import type { Table } from '../rows.js';
import { type MessageRow, unread } from './message-row.js';

export interface Revision {
  readonly tenant_id: string;
  readonly platform: string;
  readonly message_id: string;
  readonly source_id: string | null;
  readonly agent_id: string | null;
  readonly kind: 'edited' | 'deleted';
  readonly at: Date;
  readonly text: string | null;
  readonly position: bigint | string;
}
export const revisions: Table<Revision> = {
  name: 'message_revisions',
  key: ['position'],
  columns: {
    tenant_id: 'text',
    platform: 'text',
    message_id: 'text',
    source_id: 'uuid',
    agent_id: 'uuid',
    kind: 'text',
    at: 'timestamptz',
    text: 'text',
    position: 'bigint',
  },
};

type Revised = RecordedEventOf<'MessageEdited'> | RecordedEventOf<'MessageDeleted'>;

export const revisionOf = (event: Revised): Revision => ({
  tenant_id: event.tenantId,
  platform: event.data.platform,
  message_id: event.data.messageId,
  source_id: event.data.sourceId,
  agent_id: event.data.agentId,
  kind: event.type === 'MessageEdited' ? 'edited' : 'deleted',
  at: event.data.at,
  text: event.type === 'MessageEdited' ? event.data.text : null,
  position: event.at.position,
});

/** A deletion is final; of edits the latest holds, whichever arrives last. At one instant the greater text. */
export const revised = (
  row: MessageRow,
  revision: Revision,
  at: { position: bigint | string; recordedAt: Date },
): MessageRow => {
  const moved = { ...row, position: at.position, updated_at: at.recordedAt };
  if ((row.deleted_at !== null || row.erased_at !== null) && revision.kind === 'edited') return row;
  if (revision.kind === 'deleted') return { ...moved, text: null, deleted_at: revision.at };
  if (row.edited_at !== null) {
    if (revision.at < row.edited_at) return row;
    if (revision.at.getTime() === row.edited_at.getTime() && (revision.text ?? '') <= (row.text ?? ''))
      return row;
  }
  const isReworded = revision.text !== row.text;
  return { ...moved, ...(isReworded ? unread(row) : {}), text: revision.text, edited_at: revision.at };
};

const messageKey = (row: { tenant_id: string; platform: string; message_id: string }): string =>
  `${row.tenant_id}|${row.platform}|${row.message_id}`;

/** INVARIANT: a revision that names an agent is of no other agent's message, whichever of the two comes first. */
const mayConcern = (revision: Revision, row: MessageRow): boolean =>
  messageKey(revision) === messageKey(row) &&
  (revision.agent_id === null || revision.agent_id === row.agent_id);

export const concerns = (revision: Revision, row: MessageRow): boolean =>
  mayConcern(revision, row) && revision.source_id === row.source_id;

/**
 * INVARIANT: a revision that names no place is of the one place that knows its id, or of the first that comes to know it:
 * from then on it is of that place. Where several do by then, it is of none.
 */
export const placed = (revision: Revision, rows: Iterable<MessageRow>): Revision | null => {
  if (revision.source_id !== null) return revision;
  const places = new Set([...rows].filter((row) => mayConcern(revision, row)).map((row) => row.source_id));
  const [place] = places;
  return places.size > 1 ? null : { ...revision, source_id: place ?? null };
};

/** What was deleted is kept in no version: not as it was edited before, nor as it is edited after. */
export const forgetVersions = async (
  sql: Sql,
  revised: readonly Revision[],
  rows: Iterable<MessageRow>,
): Promise<void> => {
  const deletedIds = [...rows].filter((row) => row.deleted_at !== null).map((row) => row.message_id);
  const ids = [...new Set([...revised.map((revision) => revision.message_id), ...deletedIds])];
  if (ids.length === 0) return;
  // By the deletion, where it may be of the same message, and by the deleted message, where the deletion names an agent and the edit none.
  await sql.query(
    `update message_revisions r set text = null from
       (select tenant_id, platform, message_id, source_id, agent_id, false as has_come from message_revisions where kind = 'deleted' and message_id = any($1::text[])
        union all select tenant_id, platform, message_id, source_id, agent_id, true from messages where deleted_at is not null and message_id = any($1::text[])) as d
     where r.kind = 'edited' and r.text is not null
       and r.tenant_id = d.tenant_id and r.platform = d.platform and r.message_id = d.message_id
       and (r.source_id = d.source_id or not d.has_come and (r.source_id is null or d.source_id is null))
       and (r.agent_id = d.agent_id or d.agent_id is null or d.has_come and r.agent_id is null)`,
    [ids],
  );
};

export const eraseVersions = async (
  sql: Sql,
  erased: readonly RecordedEventOf<'MessageErased'>[],
): Promise<void> => {
  if (erased.length === 0) return;
  await sql.query(
    `update message_revisions r set text = null
     from unnest($1::text[], $2::text[], $3::text[], $4::uuid[]) as erased(tenant_id, platform, message_id, source_id)
     where r.text is not null and r.tenant_id = erased.tenant_id and r.platform = erased.platform and r.message_id = erased.message_id
       and (r.source_id is null or r.source_id = erased.source_id)`,
    [
      erased.map(({ tenantId }) => tenantId),
      erased.map(({ data }) => data.platform),
      erased.map(({ data }) => data.messageId),
      erased.map(({ data }) => data.sourceId),
    ],
  );
};
