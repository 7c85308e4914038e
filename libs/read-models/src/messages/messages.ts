import type { Sql } from '#database';
import { nameKeyOf } from '#domain';
import type { Projection, RecordedEvent, RecordedEventOf } from '#event-log';
import { nameForms } from '../people/name-forms.js';
import { byKey, loadRows, saveRows, type Table } from '../rows.js';

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
  /** As it reads now; null when deleted or erased. */
  readonly text: string | null;
  readonly original_at: Date;
  readonly edited_at: Date | null;
  readonly deleted_at: Date | null;
  readonly reply_to: string | null;
  readonly mention_ids: readonly string[];
  readonly roster: readonly string[];
  readonly roster_complete: boolean;
  readonly event_key: string;
  readonly needs_reading: boolean;
  readonly read_position: bigint | string;
  readonly used_context: boolean;
  readonly name_keys: readonly string[];
  readonly visibility_scope: string;
  readonly sensitivity_rank: number;
  readonly disclosure: string;
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
    text: 'text',
    original_at: 'timestamptz',
    edited_at: 'timestamptz',
    deleted_at: 'timestamptz',
    reply_to: 'text',
    mention_ids: 'uuid[]',
    roster: 'uuid[]',
    roster_complete: 'boolean',
    event_key: 'text',
    needs_reading: 'boolean',
    read_position: 'bigint',
    used_context: 'boolean',
    name_keys: 'uuid[]',
    visibility_scope: 'text',
    sensitivity_rank: 'smallint',
    disclosure: 'text',
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
    kind: 'text',
    at: 'timestamptz',
    text: 'text',
    position: 'bigint',
  },
};

/** Within this time after a message, another one may have been read in its light. */
export const contextWindowMs = 6 * 3_600_000;

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
  text: event.data.text,
  original_at: event.data.sentAt,
  edited_at: null,
  deleted_at: null,
  reply_to: event.data.replyTo,
  mention_ids: event.data.mentionIds,
  roster: event.data.roster.map((person) => person.entityId),
  roster_complete: event.data.rosterComplete,
  event_key: event.data.eventKey,
  needs_reading: true,
  read_position: 0n,
  used_context: false,
  name_keys: [],
  // INVARIANT: until its words are read a message is the author's own, sensitive and confined: deny by default.
  visibility_scope: 'private_subject',
  sensitivity_rank: 2,
  disclosure: 'conversation_private',
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
  const moved = { ...row, needs_reading: true, position: at.position, updated_at: at.recordedAt };
  if (row.deleted_at !== null && revision.kind === 'edited') return row;
  if (revision.kind === 'deleted') return { ...moved, text: null, deleted_at: revision.at };
  if (row.edited_at !== null) {
    if (revision.at < row.edited_at) return row;
    if (revision.at.getTime() === row.edited_at.getTime() && (revision.text ?? '') <= (row.text ?? ''))
      return row;
  }
  return { ...moved, text: revision.text, edited_at: revision.at };
};

const messageKey = (row: { tenant_id: string; platform: string; message_id: string }): string =>
  `${row.tenant_id}|${row.platform}|${row.message_id}`;

const concerns = (revision: Revision, row: MessageRow): boolean =>
  messageKey(revision) === messageKey(row) &&
  (revision.source_id === null || revision.source_id === row.source_id);

interface Known {
  readonly rows: Map<string, MessageRow>;
  readonly revisions: Revision[];
}

const load = async (sql: Sql, events: readonly RecordedEvent[]): Promise<Known> => {
  const ids = events.flatMap((event) =>
    event.type === 'MessageRead' || event.type === 'MessageReadingParked' ? [event.data.recordId] : [],
  );
  const rows = byKey(await loadRows(sql, messages, ids), (row) => row.record_id);
  const revisedIds = events.flatMap((event) =>
    event.type === 'MessageEdited' || event.type === 'MessageDeleted' ? [event.data.messageId] : [],
  );
  if (revisedIds.length > 0) {
    const found = await sql.query<MessageRow>(
      `select ${Object.keys(messages.columns).join(', ')} from messages where message_id = any($1::text[])`,
      [revisedIds],
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
  return { rows, revisions: [...waiting] };
};

const applyEvent = (known: Known, event: RecordedEvent): void => {
  const at = { position: event.at.position, recordedAt: event.recordedAt };
  if (event.type === 'MessageRecorded') {
    let row = recorded(event);
    for (const revision of known.revisions) if (concerns(revision, row)) row = revised(row, revision, at);
    known.rows.set(row.record_id, row);
  } else if (event.type === 'MessageEdited' || event.type === 'MessageDeleted') {
    const revision = revisionOf(event);
    known.revisions.push(revision);
    for (const row of known.rows.values())
      if (concerns(revision, row)) known.rows.set(row.record_id, revised(row, revision, at));
  } else if (event.type === 'MessageRead') {
    const row = known.rows.get(event.data.recordId);
    if (!row) return;
    known.rows.set(row.record_id, {
      ...row,
      needs_reading: false,
      read_position: event.at.position,
      used_context: event.data.usedContext,
      name_keys: event.data.nameKeys,
      visibility_scope: event.data.scope,
      sensitivity_rank: event.data.rank,
      disclosure: event.data.disclosure,
      position: event.at.position,
      updated_at: event.recordedAt,
    });
  } else if (event.type === 'MessageReadingParked') {
    const row = known.rows.get(event.data.recordId);
    if (row)
      known.rows.set(row.record_id, { ...row, needs_reading: false, read_position: event.at.position });
  }
};

/** Messages as they read now. An edit or a deletion may come before its message. */
export const messagesProjection: Projection = {
  name: 'messages',
  tables: ['messages', 'message_revisions'],
  handles: ['MessageRecorded', 'MessageEdited', 'MessageDeleted', 'MessageRead', 'MessageReadingParked'],
  project: async (events, sql) => {
    const known = await load(sql, events);
    for (const event of events) applyEvent(known, event);
    const touched = new Set(events.map((event) => event.at.position.toString()));
    await saveRows(sql, messages, known.rows.values());
    await saveRows(
      sql,
      revisions,
      known.revisions.filter((revision) => touched.has(revision.position.toString())),
    );
  },
};

/** Messages read in the light of others (a pronoun, a reply) when one of those turns up late or changes. */
const markFollowers = async (sql: Sql, event: RecordedEventOf<'MessageRecorded'>): Promise<void> => {
  await sql.query(
    `update messages set needs_reading = true
     where source_id = $1 and read_position < $2::bigint and read_position > 0
       and ((used_context and sent_at >= $3 and sent_at <= $4 and record_id <> $5) or reply_to = $6)`,
    [
      event.data.sourceId,
      event.at.position.toString(),
      event.data.sentAt,
      new Date(event.data.sentAt.getTime() + contextWindowMs),
      event.data.recordId,
      event.data.messageId,
    ],
  );
};

const markRevisedFollowers = async (sql: Sql, event: Revised): Promise<void> => {
  await sql.query(
    `update messages later set needs_reading = true from messages changed
     where changed.tenant_id = $1 and changed.platform = $2 and changed.message_id = $3 and ($4::uuid is null or changed.source_id = $4::uuid)
       and later.source_id = changed.source_id and later.record_id <> changed.record_id
       and later.read_position < $5::bigint and later.read_position > 0
       and ((later.used_context and later.sent_at >= changed.sent_at and later.sent_at <= changed.sent_at + $6 * interval '1 millisecond')
         or later.reply_to = changed.message_id)`,
    [
      event.tenantId,
      event.data.platform,
      event.data.messageId,
      event.data.sourceId,
      event.at.position.toString(),
      contextWindowMs,
    ],
  );
};

const markNamed = async (sql: Sql, tenantId: string, marks: ReadonlyMap<string, bigint>): Promise<void> => {
  const names = await sql.query<{ entity_id: string; name: string }>(
    'select entity_id, coalesce(handle, display_name) as name from entity_aliases where entity_id = any($1::uuid[])',
    [[...marks.keys()]],
  );
  const positionOf = new Map<string, bigint>();
  for (const { entity_id, name } of names)
    for (const form of nameForms(name)) {
      const key = nameKeyOf(tenantId, form);
      const position = marks.get(entity_id) ?? 0n;
      if ((positionOf.get(key) ?? 0n) < position) positionOf.set(key, position);
    }
  if (positionOf.size === 0) return;
  await sql.query(
    `update messages set needs_reading = true
     where name_keys <> '{}' and name_keys && $1::uuid[] and tenant_id = $3 and read_position > 0
       and exists (select 1 from unnest($1::uuid[], $2::bigint[]) as known(key, position)
                   where known.key = any(messages.name_keys) and messages.read_position < known.position)`,
    [[...positionOf.keys()], [...positionOf.values()].map(String), tenantId],
  );
};

/** In a dm people speak of whom they know from elsewhere: somebody who is in a new place may mean somebody there. */
const markSpeakers = async (sql: Sql, marks: ReadonlyMap<string, bigint>): Promise<void> => {
  await sql.query(
    `update messages set needs_reading = true from sources s, unnest($1::uuid[], $2::bigint[]) as known(entity_id, position)
     where s.source_id = messages.source_id and s.source_type = 'dm' and messages.author_id = known.entity_id
       and messages.name_keys <> '{}' and messages.read_position > 0 and messages.read_position < known.position`,
    [[...marks.keys()], [...marks.values()].map(String)],
  );
};

/** A memory takes its form from its earliest evidence: without that one, the others are read again. */
const markOtherEvidence = async (
  sql: Sql,
  event: RecordedEventOf<'MemoryEvidenceWithdrawn'>,
): Promise<void> => {
  await sql.query(
    `update messages set needs_reading = true from memory_evidence e
     where e.memory_id = $1 and e.record_id <> $2 and messages.record_id = e.record_id
       and messages.read_position < $3::bigint and messages.read_position > 0`,
    [event.data.memoryId, event.data.recordId, event.at.position.toString()],
  );
};

const newlyKnown = (event: RecordedEvent): readonly string[] => {
  switch (event.type) {
    case 'AccountRegistered':
    case 'ProfileObserved':
    case 'ParticipantJoined':
      return [event.data.entityId];
    case 'MessageRecorded':
      return event.data.newcomers;
    default:
      return [];
  }
};

const mayHaveFollowers = async (
  sql: Sql,
  events: readonly RecordedEventOf<'MessageRecorded'>[],
): Promise<ReadonlySet<string>> => {
  const rows = await sql.query<{ record_id: string }>(
    `select distinct fresh.record_id from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[]) as fresh(record_id, source_id, sent_at, message_id)
     where exists (select 1 from messages m where m.source_id = fresh.source_id and m.sent_at >= fresh.sent_at and m.read_position > 0)
        or exists (select 1 from messages m where m.source_id = fresh.source_id and m.reply_to = fresh.message_id)`,
    [
      events.map((event) => event.data.recordId),
      events.map((event) => event.data.sourceId),
      events.map((event) => event.data.sentAt),
      events.map((event) => event.data.messageId),
    ],
  );
  return new Set(rows.map((row) => row.record_id));
};

/**
 * Marks what has to be read again: what came late, changed, or brought a name that was looked up before.
 * Runs after all other projections; compares log positions, so that batches of any size mark the same messages.
 */
export const readingListProjection: Projection = {
  name: 'reading-list',
  tables: [],
  handles: [
    'MessageRecorded',
    'MessageEdited',
    'MessageDeleted',
    'AccountRegistered',
    'ProfileObserved',
    'ParticipantJoined',
    'MemoryEvidenceWithdrawn',
  ],
  project: async (events, sql) => {
    const posted = events.filter((event) => event.type === 'MessageRecorded');
    const leading = posted.length === 0 ? new Set<string>() : await mayHaveFollowers(sql, posted);
    for (const event of posted) if (leading.has(event.data.recordId)) await markFollowers(sql, event);
    for (const event of events)
      if (event.type === 'MessageEdited' || event.type === 'MessageDeleted')
        await markRevisedFollowers(sql, event);
    for (const event of events)
      if (event.type === 'MemoryEvidenceWithdrawn') await markOtherEvidence(sql, event);
    const known = new Map<string, Map<string, bigint>>();
    for (const event of events)
      for (const entityId of newlyKnown(event)) {
        const ofTenant = known.get(event.tenantId) ?? new Map<string, bigint>();
        known.set(event.tenantId, ofTenant.set(entityId, event.at.position));
      }
    for (const [tenantId, marks] of known) {
      await markNamed(sql, tenantId, marks);
      await markSpeakers(sql, marks);
    }
  },
};
