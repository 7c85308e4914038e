import type { AccountRef, MessageEvent, MessageEventOf } from '#contracts';
import {
  agentEntityId,
  deleteMessage,
  editMessage,
  event as build,
  messageRecordId,
  recordMessage,
  revisionKeyOf,
  type IdKey,
  type NamesHeld,
  type ParticipantRole,
} from '#domain';
import type { StreamAppend } from '#event-log';
import type { Taken } from './decode.js';
import { areWordsErased, deletedIdOf, noteMessageId, sourceIdSaidIn, type Known } from './known.js';
import { append, observeAccount, observeSource } from './observe.js';
import { agentRevised, agentsRevised, isDeleted, ownerOf, placeRevised, type Revising } from './revising.js';
import { messageStream } from '../message-stream.js';

interface RecordIds {
  /** As it was derived before agents were told apart. */
  readonly shared: string;
  readonly own: string;
}
type RecordIdsFor = (
  ...message: readonly [platform: string, sourceId: string, messageId: string, agentId: string | null]
) => RecordIds;

/** Those of one batch, each derived once. */
export const recordIdsWith = (idKey: IdKey, tenantId: string): RecordIdsFor => {
  const derived = new Map<string, RecordIds>();
  return (...message) => {
    const [platform, sourceId, messageId, agentId] = message;
    const name = JSON.stringify(message);
    const known = derived.get(name);
    if (known) return known;
    const ids = {
      shared: messageRecordId(idKey, tenantId, platform, sourceId, messageId),
      own: messageRecordId(idKey, tenantId, platform, sourceId, messageId, agentId),
    };
    derived.set(name, ids);
    return ids;
  };
};

/** And under which ids messages are recorded. */
export interface Recording extends Known {
  readonly idsFor: RecordIdsFor;
}

/**
 * INVARIANT: what an agent heard has a record of its own, which nothing that another agent hears takes the place of. One of
 * before agents were told apart keeps its id, and is of the agent that held it; else that id is the default agent's.
 */
const recordIdFor = (
  known: Recording,
  platform: string,
  sourceId: string,
  messageId: string,
  agentId: string | null,
): string => {
  const { shared, own } = known.idsFor(platform, sourceId, messageId, agentId);
  const holder = known.agentOf.get(shared) ?? agentEntityId(known.tenantId, 'default');
  return agentId === null || agentId === holder ? shared : own;
};

/** Under which the messages of these events may be recorded. */
export const recordIdsOf = (
  idsFor: RecordIdsFor,
  tenantId: string,
  events: readonly MessageEvent[],
): readonly string[] =>
  events.flatMap((event) => {
    const { data } = event;
    if (!('message_id' in data) || !data.source) return [];
    const sourceId = sourceIdSaidIn(tenantId, data.source, data.platform);
    const agentId = data.agent_id === undefined ? null : agentEntityId(tenantId, data.agent_id);
    const ids = idsFor(data.platform, sourceId, data.message_id, agentId);
    return [ids.shared, ids.own];
  });

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
  { eventKey, receivedAt }: Pick<Taken, 'eventKey' | 'receivedAt'>,
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
  const agentId = agentEntityId(known.tenantId, data.agent_id);
  const recordId = recordIdFor(known, data.platform, place.sourceId, data.message_id, agentId);
  const people = [author, ...mentions, ...roster];
  const holding = (held: NamesHeld): string[] => [
    ...new Set(people.filter((person) => person.held === held).map((person) => person.entityId)),
  ];
  const isKnownDeleted =
    isDeleted(known, data.platform, data.message_id, place.sourceId, agentId) ||
    areWordsErased(known, author.entityId, place.sourceId, at);
  const recorded = recordMessage(
    {
      recordId,
      eventKey,
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
    ...append(messageStream(place.sourceId, recordId), recorded),
  ];
};

/** Of one agent's message; null: of any agent's. */
const reviseFor = (
  known: Recording,
  event: Revising,
  eventKey: string,
  sourceId: string | null,
  agentId: string | null,
): readonly StreamAppend[] => {
  const { data } = event;
  const { platform, message_id: messageId } = data;
  const owner = agentId ?? ownerOf(known, event, sourceId);
  const keyId = sourceId
    ? recordIdFor(known, platform, sourceId, messageId, owner)
    : revisionKeyOf(known.tenantId, platform, messageId);
  const revision = { eventKey, platform, messageId, sourceId, keyId, agentId };
  if (event.type === 'kith.message.deleted.v1')
    known.deleted.add(deletedIdOf(platform, messageId, sourceId, agentId));
  const isGone = [null, owner].some((named) =>
    known.deleted.has(deletedIdOf(platform, messageId, sourceId, named)),
  );
  const events =
    event.type === 'kith.message.edited.v1'
      ? editMessage(
          { ...revision, at: event.data.edited_at, text: event.data.text },
          { isRecorded: false, isDeleted: isGone },
        )
      : deleteMessage({ ...revision, at: event.data.deleted_at });
  return append(messageStream(sourceId, keyId), events);
};

const recordRevision = (known: Recording, event: Revising, eventKey: string): readonly StreamAppend[] => {
  const sourceId = placeRevised(known, event);
  // A deletion has no words to seal: one is of every agent's, come or not.
  const agents =
    event.type === 'kith.message.deleted.v1'
      ? [agentRevised(known.tenantId, event)]
      : agentsRevised(known, event, sourceId);
  return agents.flatMap((agentId) => reviseFor(known, event, eventKey, sourceId, agentId));
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
export const recordEvent = (known: Recording, taken: Taken): readonly StreamAppend[] => {
  const { event, eventKey } = taken;
  switch (event.type) {
    case 'kith.message.posted.v1':
      return recordPosted(known, event, taken);
    case 'kith.message.edited.v1':
    case 'kith.message.deleted.v1':
      return recordRevision(known, event, eventKey);
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
export const recordIdOf = (known: Recording, { data }: MessageEventOf<'kith.message.posted.v1'>): string => {
  const sourceId = sourceIdSaidIn(known.tenantId, data.source, data.platform);
  const agentId = agentEntityId(known.tenantId, data.agent_id);
  return recordIdFor(known, data.platform, sourceId, data.message_id, agentId);
};
