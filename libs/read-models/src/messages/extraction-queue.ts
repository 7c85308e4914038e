import type { Sql } from '#database';
import { nameKeyOf } from '#domain';
import type { Projection, RecordedEvent, RecordedEventOf } from '#event-log';
import { nameForms } from '../people/name-forms.js';
import { keptSetting } from '../queries/places.js';
import { dequeue, dequeueErased, isRevision, type Revised } from './dequeue.js';
import { enqueueCalledSince } from './called-since.js';
import { enqueueKinFollowers } from './kin-followers.js';
import { doneNamings, noteNamings } from './namings-unread.js';
import { enqueueLateOrders } from './late-orders.js';
import { enqueue } from './enqueue.js';
import { contextWindowMs } from './messages.js';

/** What was never read, or was edited or deleted after it was: its row was moved later than it was read. */
const enqueueChanged = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  const posted = events.flatMap((event) => (event.type === 'MessageRecorded' ? [event.data.recordId] : []));
  if (posted.length > 0)
    await sql.query(enqueue('where m.record_id = any($1::uuid[]) and m.position > m.read_position'), [
      posted,
    ]);
  const revised = events.filter(isRevision);
  if (revised.length > 0)
    await sql.query(
      enqueue(`join unnest($1::text[], $2::text[], $3::text[]) as revised(tenant_id, platform, message_id)
         using (tenant_id, platform, message_id) where m.position > m.read_position`),
      [
        revised.map((event) => event.tenantId),
        revised.map((event) => event.data.platform),
        revised.map((event) => event.data.messageId),
      ],
    );
};

/** Messages read in the light of others (a pronoun, a reply) when one of those turns up late or changes. */
const enqueueFollowers = async (sql: Sql, event: RecordedEventOf<'MessageRecorded'>): Promise<void> => {
  await sql.query(
    enqueue(`where m.source_id = $1 and m.read_position < $2::bigint and m.read_position > 0
       and ((m.used_context and m.sent_at >= $3 and m.sent_at <= $4 and m.record_id <> $5) or m.reply_to = $6)`),
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

const enqueueRevisedFollowers = async (sql: Sql, event: Revised): Promise<void> => {
  await sql.query(
    enqueue(`join messages changed on m.source_id = changed.source_id and m.record_id <> changed.record_id
     where changed.tenant_id = $1 and changed.platform = $2 and changed.message_id = $3 and ($4::uuid is null or changed.source_id = $4::uuid)
       and m.read_position < $5::bigint and m.read_position > 0
       and ((m.used_context and m.sent_at >= changed.sent_at and m.sent_at <= changed.sent_at + $6 * interval '1 millisecond')
         or m.reply_to = changed.message_id)`),
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

/** By name key who bears it, and since which event that is known. */
interface KnownName {
  readonly key: string;
  readonly entity_id: string;
  readonly position: string;
}

const namesOfKnown = async (
  sql: Sql,
  tenantId: string,
  marks: ReadonlyMap<string, bigint>,
): Promise<readonly KnownName[]> => {
  const names = await sql.query<{ entity_id: string; name: string }>(
    'select entity_id, coalesce(handle, display_name) as name from entity_aliases where entity_id = any($1::uuid[])',
    [[...marks.keys()]],
  );
  return names.flatMap(({ entity_id, name }) =>
    nameForms(name).map((form) => ({
      key: nameKeyOf(tenantId, form),
      entity_id,
      position: String(marks.get(entity_id) ?? 0n),
    })),
  );
};

const enqueueNamed = async (
  sql: Sql,
  tenantId: string,
  marks: ReadonlyMap<string, bigint>,
): Promise<void> => {
  const names = await namesOfKnown(sql, tenantId, marks);
  if (names.length === 0) return;
  const keys = names.map(({ key }) => key);
  const positions = names.map(({ position }) => position);
  await sql.query(
    enqueue(`where m.name_keys <> '{}' and m.name_keys && $1::uuid[] and m.tenant_id = $3 and m.read_position > 0
       and exists (select 1 from unnest($1::uuid[], $2::bigint[]) as known(key, position)
                   where known.key = any(m.name_keys) and m.read_position < known.position)`),
    [keys, positions, tenantId],
  );
  await noteNamings(sql, tenantId, names);
};

/** In a dm people speak of whom they know from elsewhere: somebody who is in a new place may mean somebody there. */
const enqueueSpeakers = async (sql: Sql, marks: ReadonlyMap<string, bigint>): Promise<void> => {
  await sql.query(
    enqueue(`join sources s on s.source_id = m.source_id and s.source_type = 'dm'
     join unnest($1::uuid[], $2::bigint[]) as known(entity_id, position) on m.author_id = known.entity_id
     where m.name_keys <> '{}' and m.read_position > 0 and m.read_position < known.position`),
    [[...marks.keys()], [...marks.values()].map(String)],
  );
};

/**
 * A memory takes its form from its earliest evidence: without that one, the others are read again. And so is the message
 * of which nothing is held any more by what befell another.
 */
const enqueueOtherEvidence = async (
  sql: Sql,
  event: RecordedEventOf<'MemoryEvidenceWithdrawn'>,
): Promise<void> => {
  await sql.query(
    enqueue(`join memory_evidence e on m.record_id = e.record_id
     where e.memory_id = $1 and e.record_id <> $2 and m.read_position < $3::bigint and m.read_position > 0`),
    [event.data.memoryId, event.data.recordId, event.at.position.toString()],
  );
  await sql.query(
    enqueue('where m.record_id = $1 and m.read_position < $2::bigint and m.read_position > 0'),
    [event.data.recordId, event.at.position.toString()],
  );
};

/** What a person had forgotten, or told to keep: who may see the messages that say it is decided anew. */
const enqueueEvidence = async (
  sql: Sql,
  event: RecordedEventOf<'MemoryForgotten' | 'MemoryCorrected' | 'MemoryReachChanged'>,
): Promise<void> => {
  await sql.query(
    enqueue(`join memory_evidence e on m.record_id = e.record_id
     where e.memory_id = $1 and m.read_position < $2::bigint and m.read_position > 0`),
    [event.data.memoryId, event.at.position.toString()],
  );
};

/** What others said of somebody who asks to have all about them forgotten: as above. */
const enqueueSpokenOf = async (sql: Sql, event: RecordedEventOf<'ForgettingOrdered'>): Promise<void> => {
  if (event.data.spokenOfIn.length === 0) return;
  await sql.query(enqueue('where m.record_id = any($1::uuid[]) and m.read_position < $2::bigint'), [
    event.data.spokenOfIn,
    event.at.position.toString(),
  ]);
};

/** What was read while its place was thought to stand otherwise: who may hear it depends on that. */
const enqueueMoved = async (
  sql: Sql,
  events: readonly RecordedEventOf<'SourceObserved'>[],
): Promise<void> => {
  const positions = events.map((event) => event.at.position);
  const [first, last] = [positions.at(0), positions.at(-1)];
  await sql.query(
    enqueue(`join sources s on m.source_id = s.source_id
     where m.read_position > 0 and s.moved_position between $1::bigint and $2::bigint and m.read_position < s.moved_position
       and m.setting is distinct from ${keptSetting('s', 'm.sent_at')}`),
    [String(first), String(last)],
  );
};

/** What its author asked to keep, or let somebody know after all: as above. */
const enqueueWithheld = async (
  sql: Sql,
  event: RecordedEventOf<'MessageWithheld' | 'MessageReleased'>,
): Promise<void> => {
  await sql.query(
    enqueue('where m.record_id = $1 and m.read_position < $2::bigint and m.read_position > 0'),
    [event.data.recordId, event.at.position.toString()],
  );
};

const enqueueAsked = async (sql: Sql, events: readonly RecordedEventOf<'ReadingAsked'>[]): Promise<void> => {
  const asked = events.flatMap((event) =>
    event.data.recordIds.map((recordId) => ({ recordId, position: event.at.position.toString() })),
  );
  await sql.query(
    enqueue(`join unnest($1::uuid[], $2::bigint[]) as asked(record_id, position) using (record_id)
     where m.read_position > 0 and m.read_position < asked.position`),
    [asked.map(({ recordId }) => recordId), asked.map(({ position }) => position)],
  );
};

/** The people of whom this event tells something new: a name, or that a place knows them now. */
export const newlyKnown = (event: RecordedEvent): readonly string[] => {
  if (event.type === 'MessageRecorded') return event.data.newcomers;
  const isPerson =
    event.type === 'AccountRegistered' ||
    event.type === 'ProfileObserved' ||
    event.type === 'ParticipantJoined' ||
    event.type === 'PersonRenamed' ||
    event.type === 'AliasAdded';
  return isPerson ? [event.data.entityId] : [];
};

/** Which of these came late: something after them, or a reply to them, may have been read. One range a source. */
const mayHaveFollowers = async (
  sql: Sql,
  events: readonly RecordedEventOf<'MessageRecorded'>[],
): Promise<ReadonlySet<string>> => {
  const rows = await sql.query<{ record_id: string }>(
    `with fresh as materialized (
       select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::bigint[]) as t(record_id, source_id, sent_at, message_id, position)
     ), read as (
       select m.source_id, max(m.sent_at) as last from (select source_id, min(sent_at) as first from fresh group by source_id) f
       join messages m on m.source_id = f.source_id and m.sent_at >= f.first and m.read_position > 0 group by m.source_id
     )
     select fresh.record_id from fresh join read using (source_id)
       where read.last >= fresh.sent_at and exists (
         select from messages m where m.source_id = fresh.source_id and m.used_context and m.read_position > 0 and m.read_position < fresh.position
           and m.sent_at >= fresh.sent_at and m.sent_at <= fresh.sent_at + $6 * interval '1 millisecond')
     union
     select fresh.record_id from fresh
       join messages m on m.source_id = fresh.source_id and m.reply_to = fresh.message_id and m.reply_to is not null`,
    [
      events.map((event) => event.data.recordId),
      events.map((event) => event.data.sourceId),
      events.map((event) => event.data.sentAt),
      events.map((event) => event.data.messageId),
      events.map((event) => event.at.position.toString()),
      contextWindowMs,
    ],
  );
  return new Set(rows.map((row) => row.record_id));
};

/**
 * The messages that wait to be read: what is new, was changed, or has to be read again by what came late, changed or brought a
 * name that was looked up before. Runs after all other projections; compares log positions, so that batches of any size leave
 * the same messages waiting.
 */
export const extractionQueueProjection: Projection = {
  name: 'extraction-queue',
  version: 2,
  tables: ['extraction_queue', 'namings_unread'],
  handles: [
    'MessageRecorded',
    'MessageEdited',
    'MessageDeleted',
    'AccountRegistered',
    'ProfileObserved',
    'ParticipantJoined',
    'PersonRenamed',
    'AliasAdded',
    'KinNamed',
    'MessageRead',
    'MessageReadingParked',
    'MessageErased',
    'MemoryCaptured',
    'MemoryShared',
    'MemoryEvidenceWithdrawn',
    'MemoryForgotten',
    'MemoryCorrected',
    'ForgettingOrdered',
    'MessageWithheld',
    'MessageReleased',
    'MemoryReachChanged',
    'SourceObserved',
    'ReadingAsked',
  ],
  project: async (events, sql) => {
    await dequeue(sql, events);
    await doneNamings(sql, events);
    await enqueueChanged(sql, events);
    await dequeueErased(sql, events);
    const posted = events.filter((event) => event.type === 'MessageRecorded');
    const leading = posted.length === 0 ? new Set<string>() : await mayHaveFollowers(sql, posted);
    for (const event of posted) if (leading.has(event.data.recordId)) await enqueueFollowers(sql, event);
    for (const event of events.filter(isRevision)) await enqueueRevisedFollowers(sql, event);
    for (const event of events) {
      if (event.type === 'MemoryEvidenceWithdrawn') await enqueueOtherEvidence(sql, event);
      if (
        event.type === 'MemoryForgotten' ||
        event.type === 'MemoryCorrected' ||
        event.type === 'MemoryReachChanged'
      )
        await enqueueEvidence(sql, event);
      if (event.type === 'MessageWithheld' || event.type === 'MessageReleased')
        await enqueueWithheld(sql, event);
      if (event.type === 'ForgettingOrdered') await enqueueSpokenOf(sql, event);
    }
    await enqueueKinFollowers(sql, events);
    await enqueueCalledSince(sql, events);
    await enqueueLateOrders(sql, events);
    const asked = events.filter((event) => event.type === 'ReadingAsked');
    if (asked.length > 0) await enqueueAsked(sql, asked);
    const observed = events.filter((event) => event.type === 'SourceObserved');
    if (observed.length > 0) await enqueueMoved(sql, observed);
    const known = new Map<string, Map<string, bigint>>();
    for (const event of events)
      for (const entityId of newlyKnown(event)) {
        const ofTenant = known.get(event.tenantId) ?? new Map<string, bigint>();
        known.set(event.tenantId, ofTenant.set(entityId, event.at.position));
      }
    for (const [tenantId, marks] of known) {
      await enqueueNamed(sql, tenantId, marks);
      await enqueueSpeakers(sql, marks);
    }
  },
};
