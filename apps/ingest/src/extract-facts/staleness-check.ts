import type { Sql } from '#database';
import { kinKeyOf, nameKeyOf, endingKeyOf, orderKeyOf } from '#domain';
import type { LogWriter, RecordedEventOf } from '#event-log';
import type { Extraction } from '#extraction';
import {
  contextWindowMs,
  kinChanging,
  kinSpeakersOf,
  messagesNamed,
  nameForms,
  namesKnownOf,
  newlyKnown,
  nameSaidIn,
  unreadAmong,
  type MessageRef,
  type MessageRow,
} from '#read-models';
import type { ExtractedMessage, MessageInContext } from '../message-context/message-context.js';

interface ChangedMessage {
  readonly source_id: string;
  readonly message_id: string;
  readonly sent_at: Date;
}

/** What came to be known after a position. */
interface Changed {
  /** Of names, and of those whom somebody named as theirs, by their keys. */
  readonly nameKeys: ReadonlySet<string>;
  readonly entityIds: ReadonlySet<string>;
  /** New, edited or deleted, by source. */
  readonly messages: ReadonlyMap<string, readonly ChangedMessage[]>;
  /** Messages of which something was proposed. */
  readonly proposedIds: ReadonlySet<string>;
}

/** By which it is read again when what it orders, or ends, comes to be held late. */
const orderKeysOf = (
  tenantId: string,
  { author_id: authorId, source_id: sourceId }: Pick<MessageRow, 'author_id' | 'source_id'>,
  { directives }: Extraction,
): readonly string[] => {
  const isForgetting = directives.some(({ kind }) => kind.startsWith('forget'));
  const isConfiding = directives.some(
    (one) => (one.kind === 'confide' || one.kind === 'release') && one.what !== null,
  );
  const ending = directives.flatMap((one) =>
    one.kind !== 'end'
      ? []
      : one.said.length > 0
        ? one.said
        : one.what === 'event'
          ? [authorId, sourceId]
          : [authorId],
  );
  return [
    ...(isForgetting || isConfiding ? [orderKeyOf(tenantId, authorId)] : []),
    ...(isForgetting ? [orderKeyOf(tenantId, sourceId)] : []),
    ...[...new Set(ending)].map((of) => endingKeyOf(tenantId, of)),
  ];
};

export const nameKeysOf = (
  tenantId: string,
  row: Pick<MessageRow, 'author_id' | 'source_id'>,
  reading: Extraction,
): string[] =>
  [
    ...[...new Set(reading.namesLookedUp.flatMap(nameForms))].map((form) => nameKeyOf(tenantId, form)),
    ...(reading.usedKin ? [kinKeyOf(tenantId, row.author_id)] : []),
    ...orderKeysOf(tenantId, row, reading),
  ].sort();

/** What a reading may depend on, as the log tells it. */
const changing = [
  'AccountRegistered',
  'ProfileObserved',
  'ParticipantJoined',
  'PersonRenamed',
  'AliasAdded',
  'MessageRecorded',
  'MessageEdited',
  'MessageDeleted',
  'FactsProposed',
  'MemoryCaptured',
  ...kinChanging,
] as const;
type Changing = RecordedEventOf<(typeof changing)[number]>;

const memoriesIn = (events: readonly Changing[]): readonly string[] =>
  events.flatMap((event) => ('memoryId' in event.data ? [event.data.memoryId] : []));

const namesSaidIn = (events: readonly Changing[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'MemoryCaptured' ? (nameSaidIn(event)?.name ?? []) : []));

const peopleIn = async (sql: Sql, tenantId: string, events: readonly Changing[]) => {
  const entityIds = [...new Set(events.flatMap(newlyKnown))];
  const names = await namesKnownOf(sql, entityIds);
  const kin = await kinSpeakersOf(sql, memoriesIn(events));
  return {
    nameKeys: new Set([
      ...[...names, ...namesSaidIn(events)].flatMap(nameForms).map((form) => nameKeyOf(tenantId, form)),
      ...kin.map((speakerId) => kinKeyOf(tenantId, speakerId)),
    ]),
    entityIds: new Set(entityIds),
  };
};

const revisionsIn = (events: readonly Changing[]): readonly MessageRef[] =>
  events.flatMap((event) =>
    event.type === 'MessageEdited' || event.type === 'MessageDeleted'
      ? [{ platform: event.data.platform, messageId: event.data.messageId }]
      : [],
  );

const messagesIn = async (
  sql: Sql,
  tenantId: string,
  events: readonly Changing[],
): Promise<ReadonlyMap<string, readonly ChangedMessage[]>> => {
  const posted = events.flatMap((event): ChangedMessage[] =>
    event.type === 'MessageRecorded'
      ? [{ source_id: event.data.sourceId, message_id: event.data.messageId, sent_at: event.data.sentAt }]
      : [],
  );
  const revised = await messagesNamed(sql, tenantId, revisionsIn(events));
  const bySource = new Map<string, ChangedMessage[]>();
  for (const message of [...posted, ...revised])
    bySource.set(message.source_id, [...(bySource.get(message.source_id) ?? []), message]);
  return bySource;
};

const changedSince = async (writer: LogWriter, tenantId: string, position: bigint): Promise<Changed> => {
  const events = await writer.changedSince(position, changing);
  return {
    ...(await peopleIn(writer.sql, tenantId, events)),
    messages: await messagesIn(writer.sql, tenantId, events),
    proposedIds: new Set(
      events.flatMap((event) => (event.type === 'FactsProposed' ? [event.data.recordId] : [])),
    ),
  };
};

/** A message was read in the light of those before it, and of the one that it replies to. */
const wasInItsLight = (row: MessageRow, reading: Extraction, other: ChangedMessage): boolean => {
  if (row.reply_to === other.message_id) return true;
  const ago = row.sent_at.getTime() - other.sent_at.getTime();
  return reading.usedContext && ago >= 0 && ago <= contextWindowMs;
};

const hasMoved = (tenantId: string, { message, reading }: ExtractedMessage, changed: Changed): boolean => {
  const { row, place } = message;
  return (
    changed.proposedIds.has(row.record_id) ||
    (place.type === 'dm' && changed.entityIds.has(row.author_id)) ||
    (changed.messages.get(row.source_id) ?? []).some((other) => wasInItsLight(row, reading, other)) ||
    (changed.nameKeys.size > 0 && nameKeysOf(tenantId, row, reading).some((key) => changed.nameKeys.has(key)))
  );
};

/**
 * INVARIANT: what was read with what was known at `head` is held only when nothing of that has changed since, by
 * whomever: the rest stays on the list and is read again. So it makes no difference how long ago it was loaded.
 */
export const withoutStale = async (
  writer: LogWriter,
  tenantId: string,
  items: readonly ExtractedMessage[],
  head: bigint,
): Promise<readonly ExtractedMessage[]> => {
  const unread = await unreadAmong(
    writer.sql,
    items.map(({ message }) => message.row.record_id),
    head,
  );
  const changed = await changedSince(writer, tenantId, head);
  const isUnchanged = ({ row }: MessageInContext): boolean => {
    const now = unread.get(row.record_id);
    return now?.position === BigInt(row.position) && !now.hasPlaceMoved;
  };
  return items.filter((item) => isUnchanged(item.message) && !hasMoved(tenantId, item, changed));
};
