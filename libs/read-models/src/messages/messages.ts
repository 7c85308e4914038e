import type { Sql } from '#database';
import type { Projection, RecordedEvent, RecordedEventOf } from '#event-log';
import { byKey, loadRows, saveRows, toJsonRows } from '../rows.js';
import { type MessageRow, messages, recorded } from './message-row.js';
import {
  type Revision,
  revisions,
  revisionOf,
  revised,
  concerns,
  placed,
  forgetVersions,
  eraseVersions,
} from './revisions.js';

/** Within this time after a message, another one may have been read in its light. */
export const contextWindowMs = 6 * 3_600_000;

/** What reading a message tells of it. Not when: it is read again for reasons that its readers may not be let hear. */
type Read = Pick<
  MessageRow,
  'record_id' | 'read_position' | 'read_by' | 'used_context' | 'name_keys' | 'visibility_scope'
> &
  Pick<
    MessageRow,
    'sensitivity_rank' | 'disclosure' | 'withheld_from_ids' | 'setting' | 'corrects' | 'position'
  >;

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
  corrects: event.data.corrects,
  position: event.at.position,
});

const saveReadings = async (sql: Sql, readings: Iterable<Read>): Promise<void> => {
  const all = [...readings];
  if (all.length === 0) return;
  await sql.query(
    `update messages set read_position = read.read_position, read_by = read.read_by, used_context = read.used_context,
       name_keys = read.name_keys, visibility_scope = read.visibility_scope, sensitivity_rank = read.sensitivity_rank,
       disclosure = read.disclosure, withheld_from_ids = read.withheld_from_ids, setting = read.setting, corrects = read.corrects,
       position = read.position
     from jsonb_to_recordset($1::jsonb) as read(record_id uuid, read_position bigint, read_by text, used_context boolean,
       name_keys uuid[], visibility_scope text, sensitivity_rank smallint, disclosure text, withheld_from_ids uuid[], setting jsonb, corrects uuid[],
       position bigint)
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
    if (event.type === 'MessageWithheld')
      await sql.query(
        'update messages set sensitivity_rank = 3 where record_id = $1 and read_position < $2::bigint and read_position > 0',
        [event.data.recordId, event.at.position.toString()],
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
    'MessageWithheld',
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
