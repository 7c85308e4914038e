import type { Sql } from '#database';
import type { Setting } from '#domain';
import type { Projection, RecordedEvent, RecordedEventOf } from '#event-log';
import { byKey, loadRows, saveRows, toJsonRows, type Table } from '../rows.js';

export interface MessageRow {
  readonly record_id: string;
  readonly tenant_id: string;
  readonly agent_id: string;
  readonly platform: string;
  readonly message_id: string;
  readonly source_id: string;
  readonly conversation_id: string | null;
  readonly author_id: string;
  readonly author_type: string;
  readonly sent_at: Date;
  readonly received_at: Date;
  /** As it reads now; null when deleted or erased. */
  readonly text: string | null;
  readonly original_at: Date;
  readonly edited_at: Date | null;
  readonly deleted_at: Date | null;
  /** Its words were destroyed at somebody's word; what is held of it stays as it was decided. */
  readonly erased_at: Date | null;
  readonly reply_to: string | null;
  readonly mention_ids: readonly string[];
  readonly roster: readonly string[];
  readonly roster_complete: boolean;
  readonly event_key: string;
  readonly read_position: bigint | string;
  /** Name and version of the extractor that read it last. */
  readonly read_by: string | null;
  readonly used_context: boolean;
  readonly name_keys: readonly string[];
  readonly visibility_scope: string;
  readonly sensitivity_rank: number;
  readonly disclosure: string;
  readonly withheld_from_ids: readonly string[];
  /** How its source stood when it was said; null before it is read. */
  readonly setting: Setting | null;
  readonly position: bigint | string;
  readonly recorded_at: Date;
  readonly updated_at: Date;
}

export const messages: Table<MessageRow> = {
  name: 'messages',
  key: ['record_id'],
  columns: {
    record_id: 'uuid',
    tenant_id: 'text',
    agent_id: 'uuid',
    platform: 'text',
    message_id: 'text',
    source_id: 'uuid',
    conversation_id: 'text',
    author_id: 'uuid',
    author_type: 'text',
    sent_at: 'timestamptz',
    received_at: 'timestamptz',
    text: 'text',
    original_at: 'timestamptz',
    edited_at: 'timestamptz',
    deleted_at: 'timestamptz',
    erased_at: 'timestamptz',
    reply_to: 'text',
    mention_ids: 'uuid[]',
    roster: 'uuid[]',
    roster_complete: 'boolean',
    event_key: 'text',
    read_position: 'bigint',
    read_by: 'text',
    used_context: 'boolean',
    name_keys: 'uuid[]',
    visibility_scope: 'text',
    sensitivity_rank: 'smallint',
    disclosure: 'text',
    withheld_from_ids: 'uuid[]',
    setting: 'jsonb',
    position: 'bigint',
    recorded_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
};

interface Revision {
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
const revisions: Table<Revision> = {
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

/** Within this time after a message, another one may have been read in its light. */
export const contextWindowMs = 6 * 3_600_000;

/** INVARIANT: until its words are read a message is the author's own, sensitive and confined: deny by default. */
const unread = (row: { readonly sensitivity_rank: number }) => ({
  visibility_scope: 'private_subject',
  sensitivity_rank: Math.max(2, row.sensitivity_rank),
  disclosure: 'conversation_private',
});

const recorded = (event: RecordedEventOf<'MessageRecorded'>): MessageRow => ({
  record_id: event.data.recordId,
  tenant_id: event.tenantId,
  agent_id: event.data.agentId,
  platform: event.data.platform,
  message_id: event.data.messageId,
  source_id: event.data.sourceId,
  conversation_id: event.data.conversationId,
  author_id: event.data.authorId,
  author_type: event.data.authorType,
  sent_at: event.data.sentAt,
  received_at: event.data.receivedAt ?? event.recordedAt,
  text: event.data.text,
  original_at: event.data.sentAt,
  edited_at: null,
  deleted_at: null,
  erased_at: null,
  reply_to: event.data.replyTo,
  mention_ids: event.data.mentionIds,
  roster: event.data.roster.map((person) => person.entityId),
  roster_complete: event.data.rosterComplete,
  event_key: event.data.eventKey,
  read_position: 0n,
  read_by: null,
  used_context: false,
  name_keys: [],
  ...unread({ sensitivity_rank: 2 }),
  withheld_from_ids: [],
  setting: null,
  position: event.at.position,
  recorded_at: event.recordedAt,
  updated_at: event.recordedAt,
});

type Revised = RecordedEventOf<'MessageEdited'> | RecordedEventOf<'MessageDeleted'>;

const revisionOf = (event: Revised): Revision => ({
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
const revised = (
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

const concerns = (revision: Revision, row: MessageRow): boolean =>
  mayConcern(revision, row) && revision.source_id === row.source_id;

/**
 * INVARIANT: a revision that names no place is of the one message that has its id, or of the first that comes to have it:
 * from then on it is of that place. Where several have it by then, it is of none.
 */
const placed = (revision: Revision, rows: Iterable<MessageRow>): Revision | null => {
  if (revision.source_id !== null) return revision;
  const own = [...rows].filter((row) => mayConcern(revision, row));
  return own.length > 1 ? null : { ...revision, source_id: own[0]?.source_id ?? null };
};

/** What reading a message tells of it. Not when: it is read again for reasons that its readers may not be let hear. */
type Read = Pick<
  MessageRow,
  'record_id' | 'read_position' | 'read_by' | 'used_context' | 'name_keys' | 'visibility_scope'
> &
  Pick<MessageRow, 'sensitivity_rank' | 'disclosure' | 'withheld_from_ids' | 'setting' | 'position'>;

interface LoadedBatch {
  readonly rows: Map<string, MessageRow>;
  readonly revisions: Revision[];
  /** Positions of those that came to know their place in this batch. */
  readonly placedAt: Set<string>;
  /** Of messages that nothing else in the batch is about: their rows need not be loaded. */
  readonly readings: Map<string, Read>;
}

const readingOf = (event: RecordedEventOf<'MessageRead'>): Read => ({
  record_id: event.data.recordId,
  read_position: event.at.position,
  read_by: event.data.extractor,
  used_context: event.data.usedContext,
  name_keys: event.data.nameKeys,
  visibility_scope: event.data.scope,
  sensitivity_rank: event.data.rank,
  disclosure: event.data.disclosure,
  withheld_from_ids: event.data.withheldFromIds,
  setting: event.data.setting,
  position: event.at.position,
});

const saveReadings = async (sql: Sql, readings: Iterable<Read>): Promise<void> => {
  const all = [...readings];
  if (all.length === 0) return;
  await sql.query(
    `update messages set read_position = read.read_position, read_by = read.read_by, used_context = read.used_context,
       name_keys = read.name_keys, visibility_scope = read.visibility_scope, sensitivity_rank = read.sensitivity_rank,
       disclosure = read.disclosure, withheld_from_ids = read.withheld_from_ids, setting = read.setting, position = read.position
     from jsonb_to_recordset($1::jsonb) as read(record_id uuid, read_position bigint, read_by text, used_context boolean,
       name_keys uuid[], visibility_scope text, sensitivity_rank smallint, disclosure text, withheld_from_ids uuid[], setting jsonb, position bigint)
     where messages.record_id = read.record_id`,
    [toJsonRows(all)],
  );
};

const load = async (sql: Sql, events: readonly RecordedEvent[]): Promise<LoadedBatch> => {
  const ids = events.flatMap((event) =>
    event.type === 'MessageReadingParked' || event.type === 'MessageErased' ? [event.data.recordId] : [],
  );
  const rows = byKey(await loadRows(sql, messages, ids), (row) => row.record_id);
  const revisedIds = events.flatMap((event) =>
    event.type === 'MessageEdited' || event.type === 'MessageDeleted' ? [event.data.messageId] : [],
  );
  if (revisedIds.length > 0) {
    // INVARIANT: of these tenants alone: whatever is loaded is written back, and another tenant has a writer of its own.
    const found = await sql.query<MessageRow>(
      `select ${Object.keys(messages.columns).join(', ')} from messages where message_id = any($1::text[]) and tenant_id = any($2::text[])`,
      [revisedIds, events.map((event) => event.tenantId)],
    );
    for (const row of found) rows.set(row.record_id, row);
  }
  const postedIds = events.flatMap((event) =>
    event.type === 'MessageRecorded' ? [event.data.messageId] : [],
  );
  const waiting =
    postedIds.length === 0
      ? []
      : await sql.query<Revision>(
          `select ${Object.keys(revisions.columns).join(', ')} from message_revisions where message_id = any($1::text[]) order by position`,
          [postedIds],
        );
  return { rows, revisions: [...waiting], placedAt: new Set(), readings: new Map() };
};

/** What was deleted is kept in no version: not as it was edited before, nor as it is edited after. */
const forgetVersions = async (
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

const eraseVersions = async (
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

/**
 * INVARIANT: what was forgotten is told to nobody from that moment on, in the words of whoever says it, and what is kept from
 * somebody is told to nobody until it is known who may hear it: until the message is read again it is as delicate as anything
 * can be. Of what was read since, that reading holds.
 */
const confineSaying = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  for (const event of events) {
    if (
      event.type === 'MemoryForgotten' ||
      event.type === 'MemoryCorrected' ||
      event.type === 'MemoryReachChanged'
    )
      await sql.query(
        `update messages set sensitivity_rank = 3 from memory_evidence e
         where e.memory_id = $1 and messages.record_id = e.record_id and messages.read_position < $2::bigint and messages.read_position > 0`,
        [event.data.memoryId, event.at.position.toString()],
      );
    if (event.type === 'ForgettingOrdered' && event.data.spokenOfIn.length > 0)
      await sql.query(
        'update messages set sensitivity_rank = 3 where record_id = any($1::uuid[]) and read_position < $2::bigint',
        [event.data.spokenOfIn, event.at.position.toString()],
      );
  }
};

/** Platforms on which these messages have an id that another place knows, too. */
const markIdsPerPlace = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  const ids = events.flatMap((event) => (event.type === 'MessageRecorded' ? [event.data.recordId] : []));
  if (ids.length === 0) return;
  await sql.query(
    `insert into ids_per_place (tenant_id, platform)
     select distinct m.tenant_id, m.platform from messages m
      cross join lateral (select from messages other where other.tenant_id = m.tenant_id and other.platform = m.platform
                             and other.message_id = m.message_id and other.source_id <> m.source_id limit 1) as elsewhere
      where m.record_id = any($1::uuid[]) on conflict do nothing`,
    [ids],
  );
};

const applyEvent = (batch: LoadedBatch, event: RecordedEvent): void => {
  const at = { position: event.at.position, recordedAt: event.recordedAt };
  if (event.type === 'MessageRecorded') {
    let row = recorded(event);
    batch.revisions.forEach((waiting, index) => {
      const revision = placed(waiting, [row]);
      if (!revision || !concerns(revision, row)) return;
      batch.revisions[index] = revision;
      if (revision !== waiting) batch.placedAt.add(revision.position.toString());
      row = revised(row, revision, at);
    });
    batch.rows.set(row.record_id, row);
  } else if (event.type === 'MessageEdited' || event.type === 'MessageDeleted') {
    const revision = placed(revisionOf(event), batch.rows.values());
    if (!revision) return;
    batch.revisions.push(revision);
    for (const row of batch.rows.values())
      if (concerns(revision, row)) batch.rows.set(row.record_id, revised(row, revision, at));
  } else if (event.type === 'MessageRead') {
    const reading = readingOf(event);
    const row = batch.rows.get(reading.record_id);
    if (row) batch.rows.set(row.record_id, { ...row, ...reading });
    else batch.readings.set(reading.record_id, reading);
  } else if (event.type === 'MessageErased') {
    const row = batch.rows.get(event.data.recordId);
    if (row)
      batch.rows.set(row.record_id, {
        ...row,
        text: null,
        erased_at: event.data.at,
        position: at.position,
        updated_at: at.recordedAt,
      });
  } else if (event.type === 'MessageReadingParked') {
    const row = batch.rows.get(event.data.recordId);
    if (row)
      batch.rows.set(row.record_id, {
        ...row,
        read_position: event.at.position,
        read_by: event.data.extractor,
      });
  }
};

/** Messages as they read now. An edit or a deletion may come before its message. Runs after that of memories: it asks for their evidence. */
export const messagesProjection: Projection = {
  name: 'messages',
  version: 3,
  tables: ['messages', 'message_revisions', 'ids_per_place'],
  handles: [
    'MessageRecorded',
    'MessageEdited',
    'MessageDeleted',
    'MessageRead',
    'MessageReadingParked',
    'MessageErased',
    'MemoryForgotten',
    'MemoryCorrected',
    'MemoryReachChanged',
    'ForgettingOrdered',
  ],
  project: async (events, sql) => {
    const batch = await load(sql, events);
    for (const event of events) applyEvent(batch, event);
    const touched = new Set([...batch.placedAt, ...events.map((event) => event.at.position.toString())]);
    await saveRows(sql, messages, batch.rows.values());
    await saveReadings(sql, batch.readings.values());
    const revised = batch.revisions.filter((revision) => touched.has(revision.position.toString()));
    await saveRows(sql, revisions, revised);
    await forgetVersions(sql, revised, batch.rows.values());
    await eraseVersions(
      sql,
      events.filter((event) => event.type === 'MessageErased'),
    );
    await markIdsPerPlace(sql, events);
    await confineSaying(sql, events);
  },
};
