import type { AccountRef, MessageEventOf } from '#contracts';
import {
  agentEntityId,
  deleteMessage,
  editMessage,
  event as build,
  eventKeyOf,
  messageRecordId,
  recordMessage,
  revisionKeyOf,
  type IdKey,
  type NamesHeld,
  type ParticipantRole,
} from '#domain';
import type { StreamAppend } from '#event-log';
import type { Received } from './decode.js';
import { areWordsErased, deletedIdOf, noteMessageId, sourceIdOfRef, type Known } from './known.js';
import { append, observeAccount, observeSource } from './observe.js';
import { agentRevised, isDeleted, ownerOf, placeRevised, type Revising } from './revising.js';

/** And with what the ids of messages are derived. */
export interface Recording extends Known {
  readonly idKey: IdKey;
}

/** Marks who the place had not known by then, and remembers that it does now. */
const newcomersAmong = (known: Known, sourceId: string, entityIds: readonly string[], at: Date): string[] =>
  entityIds.filter((entityId) => {
    const key = `${sourceId}|${entityId}`;
    const since = known.knownSince.get(key);
    if (since !== undefined && since <= at) return false;
    known.knownSince.set(key, at);
    return true;
  });

const recordPosted = (
  known: Recording,
  event: MessageEventOf<'kith.message.posted.v1'>,
  receivedAt: Date,
): readonly StreamAppend[] => {
  const { data } = event;
  const at = data.sent_at;
  const place = observeSource(known, data.source, data.platform, at);
  const observe = (ref: AccountRef, role?: ParticipantRole) =>
    observeAccount(known, { ref, platform: data.platform, at, role });
  const author = observe(data.author);
  const mentions = data.mentions.map((ref) => observe(ref));
  const roster = data.participants.map((ref) => ({
    ...observe(ref, ref.role),
    role: ref.role ?? ('member' as const),
  }));
  const recordId = messageRecordId(
    known.idKey,
    known.tenantId,
    data.platform,
    place.sourceId,
    data.message_id,
  );
  const people = [author, ...mentions, ...roster];
  const holding = (held: NamesHeld): string[] => [
    ...new Set(people.filter((person) => person.held === held).map((person) => person.entityId)),
  ];
  const agentId = agentEntityId(known.tenantId, data.agent_id);
  const isKnownDeleted =
    isDeleted(known, data.platform, data.message_id, place.sourceId, agentId) ||
    areWordsErased(known, author.entityId, place.sourceId, at);
  const recorded = recordMessage(
    {
      recordId,
      eventKey: eventKeyOf(event),
      agentId,
      platform: data.platform,
      messageId: data.message_id,
      sourceId: place.sourceId,
      conversationId: data.conversation_id ?? null,
      authorId: author.entityId,
      authorType: data.author.kind ?? 'human',
      sentAt: at,
      replyTo: data.reply_to ?? null,
      mentionIds: [...new Set(mentions.map(({ entityId }) => entityId))],
      roster: [...new Map(roster.map(({ entityId, role }) => [entityId, { entityId, role }])).values()],
      rosterComplete: data.participants_complete,
      confirmed: [...holding('both'), ...place.confirmed],
      confirmedHandles: holding('handle'),
      confirmedDisplayNames: holding('display-name'),
      newcomers: newcomersAmong(
        known,
        place.sourceId,
        [...new Set([author.entityId, ...roster.map(({ entityId }) => entityId)])],
        at,
      ),
      text: data.text,
      receivedAt,
    },
    { isRecorded: known.agentOf.has(recordId), isDeleted: isKnownDeleted },
  );
  if (!known.agentOf.has(recordId)) known.agentOf.set(recordId, agentId);
  noteMessageId(known, data.platform, data.message_id, place.sourceId, agentId);
  return [
    ...place.appends,
    ...people.flatMap((person) => person.appends),
    ...append(`message-${place.sourceId}+${recordId}`, recorded),
  ];
};

const recordRevision = (known: Recording, event: Revising): readonly StreamAppend[] => {
  const { data } = event;
  const sourceId = placeRevised(known, event);
  const keyId = sourceId
    ? messageRecordId(known.idKey, known.tenantId, data.platform, sourceId, data.message_id)
    : revisionKeyOf(known.tenantId, data.platform, data.message_id);
  const agentId = agentRevised(known.tenantId, event);
  const revision = {
    eventKey: eventKeyOf(event),
    platform: data.platform,
    messageId: data.message_id,
    sourceId,
    keyId,
    agentId,
  };
  const deletedIds = [null, agentId ?? ownerOf(known, event, sourceId, keyId)].map((named) =>
    deletedIdOf(data.platform, data.message_id, sourceId, named),
  );
  if (event.type === 'kith.message.deleted.v1')
    known.deleted.add(deletedIdOf(data.platform, data.message_id, sourceId, agentId));
  const events =
    event.type === 'kith.message.edited.v1'
      ? editMessage(
          { ...revision, at: event.data.edited_at, text: event.data.text },
          { isRecorded: false, isDeleted: deletedIds.some((deletedId) => known.deleted.has(deletedId)) },
        )
      : deleteMessage({ ...revision, at: event.data.deleted_at });
  return append(sourceId ? `message-${sourceId}+${keyId}` : `message-${keyId}`, events);
};

const recordMove = (
  known: Known,
  event: MessageEventOf<'kith.participant.joined.v1'> | MessageEventOf<'kith.participant.left.v1'>,
): readonly StreamAppend[] => {
  const { data } = event;
  const place = observeSource(known, data.source, data.platform, data.at);
  const role = data.participant.role ?? 'member';
  const person = observeAccount(known, { ref: data.participant, platform: data.platform, at: data.at, role });
  const type = event.type === 'kith.participant.joined.v1' ? 'ParticipantJoined' : 'ParticipantLeft';
  if (type === 'ParticipantJoined') newcomersAmong(known, place.sourceId, [person.entityId], data.at);
  const moved = build(
    type,
    { sourceId: place.sourceId, entityId: person.entityId, role, at: data.at, namesHeld: person.held },
    data.at,
  );
  return [...place.appends, ...person.appends, ...append(`source-${place.sourceId}`, [moved])];
};

/** The events that one adaptor's event adds to the log, given what is known; updates `known` for the next one. */
export const recordEvent = (known: Recording, { event, receivedAt }: Received): readonly StreamAppend[] => {
  switch (event.type) {
    case 'kith.message.posted.v1':
      return recordPosted(known, event, receivedAt);
    case 'kith.message.edited.v1':
    case 'kith.message.deleted.v1':
      return recordRevision(known, event);
    case 'kith.participant.joined.v1':
    case 'kith.participant.left.v1':
      return recordMove(known, event);
    case 'kith.profile.changed.v1': {
      const { account, handle, display_name, platform, at } = event.data;
      const ref = {
        ...account,
        handle: handle ?? account.handle,
        display_name: display_name ?? account.display_name,
      };
      return observeAccount(known, { ref, platform, at, isOfNames: true }).appends;
    }
    case 'kith.source.changed.v1':
      return observeSource(known, event.data.source, event.data.platform, event.data.at).appends;
  }
};

/** The record id that a posted message will have, before anything is recorded. */
export const recordIdOf = (
  idKey: IdKey,
  tenantId: string,
  event: MessageEventOf<'kith.message.posted.v1'>,
): string =>
  messageRecordId(
    idKey,
    tenantId,
    event.data.platform,
    sourceIdOfRef(tenantId, event.data.source, event.data.platform),
    event.data.message_id,
  );
