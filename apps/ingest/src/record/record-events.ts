import {
  accountEntityId,
  agentEntityId,
  derivedId,
  event as build,
  messageRecordId,
  type AccountRef,
  type EntityType,
  type KithEvent,
  type MessageEvent,
  type MessageEventOf,
  type ParticipantRole,
  type SourceRef,
} from '#domain';
import type { StreamAppend } from '#event-log';
import { redactCredentials } from '#extraction';
import { eventKeyOf } from './decode.js';
import { lineage, sourceIdOfRef, type Known, type KnownAccount } from './known.js';

// Any version: an edit may stand in a message's stream before the message; who writes twice is stopped by its record id.
const append = (stream: string, event: KithEvent): StreamAppend => ({
  stream,
  expectedVersion: 'any',
  events: [event],
});

interface Observation {
  readonly ref: AccountRef;
  readonly platform: string;
  readonly at: Date;
  readonly role?: ParticipantRole | undefined;
}

interface Observed {
  readonly entityId: string;
  readonly appends: readonly StreamAppend[];
  /** The account existed and its names are still those. */
  readonly isConfirmed: boolean;
}

const typeOf = (observation: Observation): EntityType =>
  observation.ref.kind ?? (observation.role === 'agent' ? 'agent' : 'human');

const isNews = (
  account: KnownAccount,
  key: string,
  name: string | null,
  current: string | null,
  currentAt: Date | null,
  at: Date,
): boolean => {
  if (name === null) return false;
  const first = account.firstSeen.get(key);
  if (first === undefined || at < first) return true;
  return name !== current && (currentAt === null || at >= currentAt);
};

const withNames = (
  account: KnownAccount,
  handle: string | null,
  displayName: string | null,
  at: Date,
): KnownAccount => {
  const firstSeen = new Map(account.firstSeen);
  for (const key of [
    handle && `h:${handle.toLowerCase()}`,
    displayName && `d:${displayName.toLowerCase()}`,
  ]) {
    if (!key) continue;
    const first = firstSeen.get(key);
    if (first === undefined || at < first) firstSeen.set(key, at);
  }
  const isNewer = (known: Date | null): boolean => known === null || at >= known;
  return {
    ...account,
    firstSeen,
    handle: handle !== null && isNewer(account.handleAt) ? handle : account.handle,
    handleAt: handle !== null && isNewer(account.handleAt) ? at : account.handleAt,
    displayName: displayName !== null && isNewer(account.displayNameAt) ? displayName : account.displayName,
    displayNameAt: displayName !== null && isNewer(account.displayNameAt) ? at : account.displayNameAt,
  };
};

/** Registers an account at its first sight, and records a name when it is new, older than known, or back again. */
export const observeAccount = (known: Known, observation: Observation): Observed => {
  const { ref, at } = observation;
  const platform = ref.platform ?? observation.platform;
  const entityId = accountEntityId(known.tenantId, platform, ref.platform_user_id);
  const names = { handle: ref.handle ?? null, displayName: ref.display_name ?? null };
  const account = known.accounts.get(entityId);
  const identity = { entityId, platform, platformUserId: ref.platform_user_id, at };
  if (!account) {
    const fresh = {
      entityId,
      handle: null,
      handleAt: null,
      displayName: null,
      displayNameAt: null,
      firstSeen: new Map<string, Date>(),
    };
    known.accounts.set(entityId, withNames(fresh, names.handle, names.displayName, at));
    const registered = build(
      'AccountRegistered',
      { ...identity, ...names, entityType: typeOf(observation) },
      at,
    );
    return { entityId, appends: [append(`entity-${entityId}`, registered)], isConfirmed: false };
  }
  const handleKey = `h:${names.handle?.toLowerCase() ?? ''}`;
  const displayKey = `d:${names.displayName?.toLowerCase() ?? ''}`;
  const hasNews =
    isNews(account, handleKey, names.handle, account.handle, account.handleAt, at) ||
    isNews(account, displayKey, names.displayName, account.displayName, account.displayNameAt, at);
  known.accounts.set(entityId, withNames(account, names.handle, names.displayName, at));
  if (hasNews) {
    const observed = build('ProfileObserved', { ...identity, ...names }, at);
    return { entityId, appends: [append(`entity-${entityId}`, observed)], isConfirmed: false };
  }
  const isSame =
    (names.handle === null || names.handle === account.handle) &&
    (names.displayName === null || names.displayName === account.displayName) &&
    (names.handle !== null || names.displayName !== null);
  return { entityId, appends: [], isConfirmed: isSame };
};

interface ObservedSource {
  readonly sourceId: string;
  readonly appends: readonly StreamAppend[];
  /** The source and its parents, as far as they are still as known. */
  readonly confirmed: readonly string[];
}

/** Registers a source and its parents at their first sight, and records what changed. */
export const observeSource = (known: Known, ref: SourceRef, platform: string, at: Date): ObservedSource => {
  const appends: StreamAppend[] = [];
  let sourceId = sourceIdOfRef(known.tenantId, ref, platform);
  const confirmed: string[] = [];
  let parentId: string | null = null;
  for (const place of lineage(ref, platform)) {
    sourceId = sourceIdOfRef(known.tenantId, place.ref, place.platform);
    const row = known.sources.get(sourceId);
    const seen = { parentId, access: place.ref.access ?? null, name: place.ref.name ?? null };
    const isSame =
      row !== undefined &&
      at >= row.since &&
      (seen.parentId === null || seen.parentId === row.parentId) &&
      (seen.access === null || seen.access === row.access) &&
      (seen.name === null || seen.name === row.name);
    if (isSame) confirmed.push(sourceId);
    if (!isSame) {
      const observed = build(
        'SourceObserved',
        {
          sourceId,
          sourceType: place.ref.type,
          platform: place.platform,
          externalId: place.ref.external_id,
          ...seen,
          at,
        },
        at,
      );
      appends.push(append(`source-${sourceId}`, observed));
      const isNewer = row === undefined || at >= row.at;
      known.sources.set(sourceId, {
        parentId: isNewer ? (seen.parentId ?? row?.parentId ?? null) : row.parentId,
        access: isNewer ? (seen.access ?? row?.access ?? null) : row.access,
        name: isNewer ? (seen.name ?? row?.name ?? null) : row.name,
        at: isNewer ? at : row.at,
        since: row && row.since < at ? row.since : at,
      });
    } else if (at > row.at) known.sources.set(sourceId, { ...row, at });
    parentId = sourceId;
  }
  return { sourceId, appends, confirmed };
};

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
  known: Known,
  event: MessageEventOf<'kith.message.posted.v1'>,
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
  const recordId = messageRecordId(known.tenantId, data.platform, place.sourceId, data.message_id);
  const people = [author, ...mentions, ...roster];
  const recorded = build(
    'MessageRecorded',
    {
      recordId,
      eventKey: eventKeyOf(event),
      agentId: agentEntityId(known.tenantId, data.agent_id),
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
      confirmed: [
        ...new Set([
          ...people.filter((person) => person.isConfirmed).map((person) => person.entityId),
          ...place.confirmed,
        ]),
      ],
      newcomers: newcomersAmong(
        known,
        place.sourceId,
        [...new Set([author.entityId, ...roster.map(({ entityId }) => entityId)])],
        at,
      ),
      text: redactCredentials(data.text),
    },
    at,
  );
  known.recordIds.add(recordId);
  return [
    ...place.appends,
    ...people.flatMap((person) => person.appends),
    append(`message-${place.sourceId}+${recordId}`, recorded),
  ];
};

const recordRevision = (
  known: Known,
  event: MessageEventOf<'kith.message.edited.v1'> | MessageEventOf<'kith.message.deleted.v1'>,
): readonly StreamAppend[] => {
  const { data } = event;
  const sourceId = data.source ? sourceIdOfRef(known.tenantId, data.source, data.platform) : null;
  const keyId = sourceId
    ? messageRecordId(known.tenantId, data.platform, sourceId, data.message_id)
    : derivedId('revision', known.tenantId, data.platform, data.message_id);
  const revision = {
    eventKey: eventKeyOf(event),
    platform: data.platform,
    messageId: data.message_id,
    sourceId,
    keyId,
  };
  const built =
    event.type === 'kith.message.edited.v1'
      ? build(
          'MessageEdited',
          { ...revision, at: event.data.edited_at, text: redactCredentials(event.data.text) },
          event.data.edited_at,
        )
      : build('MessageDeleted', { ...revision, at: event.data.deleted_at }, event.data.deleted_at);
  return [append(sourceId ? `message-${sourceId}+${keyId}` : `message-${keyId}`, built)];
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
    { sourceId: place.sourceId, entityId: person.entityId, role, at: data.at },
    data.at,
  );
  return [...place.appends, ...person.appends, append(`source-${place.sourceId}`, moved)];
};

/** What one adaptor's event adds to the log, given what is known; `known` is moved along. */
export const recordEvent = (known: Known, event: MessageEvent): readonly StreamAppend[] => {
  switch (event.type) {
    case 'kith.message.posted.v1':
      return recordPosted(known, event);
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
      return observeAccount(known, { ref, platform, at }).appends;
    }
    case 'kith.source.changed.v1':
      return observeSource(known, event.data.source, event.data.platform, event.data.at).appends;
  }
};

/** The record id that a posted message will have, before anything is recorded. */
export const recordIdOf = (tenantId: string, event: MessageEventOf<'kith.message.posted.v1'>): string =>
  messageRecordId(
    tenantId,
    event.data.platform,
    sourceIdOfRef(tenantId, event.data.source, event.data.platform),
    event.data.message_id,
  );
