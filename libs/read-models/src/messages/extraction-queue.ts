import type { Sql } from '#database';
import type { Projection, RecordedEvent, RecordedEventOf } from '#event-log';
import { keptSetting } from '../places/setting-sql.js';
import { dequeue, dequeueErased, isRevision } from './dequeue.js';
import { enqueueCalledSince } from './called-since.js';
import { enqueueFollowersOf } from './followers.js';
import { enqueueKinFollowers } from './kin-followers.js';
import { enqueueLateOrders } from './late-orders.js';
import { enqueue } from './enqueue.js';
import { enqueueNewlyKnown } from './newly-known.js';

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
    'MemoryEvidenced',
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
    await enqueueChanged(sql, events);
    await dequeueErased(sql, events);
    await enqueueFollowersOf(sql, events);
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
    await enqueueNewlyKnown(sql, events);
  },
};
