import { z } from 'zod';
import { defineEvent, type EventDefinition, type NewEvent } from './define-event.js';
import { discardReasons } from './parked.js';
import {
  disclosures,
  entityTypes,
  memoryTypes,
  participantRoles,
  sensitivityLabels,
  sourceAccesses,
  sourceHistories,
  sourceTypes,
  visibilityScopes,
  type MemoryStatus,
} from './words.js';

const id = z.uuid();
const at = z.coerce.date();
const rank = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

/**
 * How a place stood when something was said there: who could read it then. It is part of what was said, and nothing that
 * befalls the place later widens it.
 */
export const settingSchema = z.object({
  sourceId: id,
  access: z.enum(sourceAccesses),
  history: z.enum(sourceHistories),
  threadOf: id.nullable(),
  /** A thread for its own participants alone, whatever it hangs under. */
  isApart: z.boolean(),
  workspaceId: id.nullable(),
  rootId: id,
  rootType: z.enum(sourceTypes),
});
export type Setting = z.output<typeof settingSchema>;

/** Why a statement is believed: the message and the span of it, or the call that remembered it. */
export const evidenceSchema = z.object({
  recordId: id.nullable(),
  messageId: z.string().nullable(),
  eventId: z.string().nullable(),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  pattern: z.string(),
  observedAt: at,
  /** Null: not known when it was written down; then what is known of the place by now tells. */
  setting: settingSchema.nullable(),
});
export type Evidence = z.output<typeof evidenceSchema>;

type Old = Record<string, unknown>;
/** Of before it was kept how a place stood when something was said there. */
const withoutSetting = (old: Old): Old => ({ ...old, setting: null });
const evidenceWithoutSetting = (old: Old): Old => ({
  ...old,
  evidence: withoutSetting(old['evidence'] as Old),
});

const outcomeWords = ['ADD', 'SUPERSEDE', 'NOOP', 'PENDING', 'REJECTED', 'FORGOTTEN'] as const;

/** Whom the speaker keeps it from. Events of before nobody was kept from anything have no such list. */
const keptFrom = z.array(id).default([]);

/** What became of one fact that a message or a call offered. */
export const factOutcomeSchema = z.object({
  memoryId: id.nullable(),
  outcome: z.enum(outcomeWords),
  reason: z.string().optional(),
  /** Of what was forgotten at the message's own word. */
  count: z.number().int().nonnegative().optional(),
});
export type FactOutcome = z.output<typeof factOutcomeSchema>;

const accountNames = { handle: z.string().nullable(), displayName: z.string().nullable() };

const AccountRegistered = defineEvent(
  'AccountRegistered',
  1,
  z.object({
    entityId: id,
    entityType: z.enum(entityTypes),
    platform: z.string(),
    platformUserId: z.string(),
    at,
    ...accountNames,
  }),
  { sealed: ['handle', 'displayName'], sealedBy: (data) => data.entityId },
);
/** A name seen for the first time, earlier than known, or again after another one. */
const ProfileObserved = defineEvent(
  'ProfileObserved',
  1,
  z.object({ entityId: id, platform: z.string(), platformUserId: z.string(), at, ...accountNames }),
  { sealed: ['handle', 'displayName'], sealedBy: (data) => data.entityId },
);
/** Somebody mentioned whom no account is known of yet. `placeId` null: a handle of the whole platform. */
const PersonNamed = defineEvent(
  'PersonNamed',
  1,
  z.object({ entityId: id, platform: z.string(), placeId: id.nullable(), name: z.string().nullable(), at }),
  { sealed: ['name'], sealedBy: (data) => data.entityId },
);
const SourceObserved = defineEvent(
  'SourceObserved',
  2,
  z.object({
    sourceId: id,
    sourceType: z.enum(sourceTypes),
    platform: z.string(),
    externalId: z.string(),
    parentId: id.nullable(),
    access: z.enum(sourceAccesses).nullable(),
    history: z.enum(sourceHistories).nullable(),
    name: z.string().nullable(),
    at,
  }),
  {
    sealed: ['name'],
    sealedBy: (data) => data.sourceId,
    upcasters: { 1: (old) => ({ ...old, history: null }) },
  },
);
/** Which of an account's current names were given, and still held. */
const namesHeld = ['both', 'handle', 'display-name', 'none'] as const;
export type NamesHeld = (typeof namesHeld)[number];

const move = z.object({
  sourceId: id,
  entityId: id,
  role: z.enum(participantRoles),
  at,
  namesHeld: z.enum(namesHeld).default('none'),
});
const ParticipantJoined = defineEvent('ParticipantJoined', 1, move);
const ParticipantLeft = defineEvent('ParticipantLeft', 1, move);

const MessageRecorded = defineEvent(
  'MessageRecorded',
  2,
  z.object({
    recordId: id,
    /** `<source>|<id>` of the CloudEvent. */
    eventKey: z.string(),
    agentId: id,
    platform: z.string(),
    messageId: z.string(),
    sourceId: id,
    conversationId: z.string().nullable(),
    authorId: id,
    authorType: z.enum(entityTypes),
    sentAt: at,
    replyTo: z.string().nullable(),
    mentionIds: z.array(id),
    roster: z.array(z.object({ entityId: id, role: z.enum(participantRoles) })),
    rosterComplete: z.boolean(),
    /** Accounts and sources whose current names and attributes still held at sentAt. */
    confirmed: z.array(id),
    /** Accounts of which the handle alone, or the display name alone, was given, and still held. */
    confirmedHandles: z.array(id).default([]),
    confirmedDisplayNames: z.array(id).default([]),
    /** People whom the place did not know by then: whoever was called by their name is looked up again. */
    newcomers: z.array(id),
    text: z.string().nullable(),
    /** When the bus took it: nothing was sent later. Of before it was kept: not known. */
    receivedAt: at.nullable(),
  }),
  {
    sealed: ['text'],
    sealedBy: (data) => data.recordId,
    upcasters: { 1: (old) => ({ ...old, receivedAt: null }) },
  },
);
const revision = {
  eventKey: z.string(),
  platform: z.string(),
  messageId: z.string(),
  sourceId: id.nullable(),
  keyId: id,
  at,
};
const MessageEdited = defineEvent(
  'MessageEdited',
  1,
  z.object({ ...revision, text: z.string().nullable() }),
  {
    sealed: ['text'],
    sealedBy: (data) => data.keyId,
  },
);
const MessageDeleted = defineEvent('MessageDeleted', 1, z.object(revision));
/** Extraction has read a message: what came of it, and what its reading depended on. */
const MessageRead = defineEvent(
  'MessageRead',
  3,
  z.object({
    recordId: id,
    extractor: z.string(),
    outcomes: z.array(factOutcomeSchema),
    nameKeys: z.array(id),
    usedContext: z.boolean(),
    /** How the message itself is policed, by its words and its place. */
    scope: z.enum(visibilityScopes),
    rank,
    disclosure: z.enum(disclosures),
    withheldFromIds: keptFrom,
    setting: settingSchema.nullable(),
  }),
  // Nobody was told how much a message had made be forgotten: there is nothing to add for the second version.
  { upcasters: { 1: (old) => old, 2: withoutSetting } },
);
/** They were read by another extractor than this one, and shall be read again. */
const ReadingAsked = defineEvent(
  'ReadingAsked',
  1,
  z.object({ recordIds: z.array(id), extractor: z.string() }),
);
/** Reading failed for good; the message stays, its facts wait for a better extractor. */
const MessageReadingParked = defineEvent(
  'MessageReadingParked',
  1,
  z.object({ recordId: id, extractor: z.string(), cause: z.string(), attempts: z.number().int() }),
);

const memoryFields = {
  content: z.string().nullable(),
  memoryType: z.enum(memoryTypes),
  importance: z.number().min(0).max(1),
  confidence: z.number().min(0).max(1),
  provenanceConfidence: z.number().min(0).max(1),
  scope: z.enum(visibilityScopes),
  rank,
  sensitivityLabel: z.enum(sensitivityLabels as [string, ...string[]]),
  portable: z.boolean(),
  disclosure: z.enum(disclosures),
  expiresAt: at.nullable(),
  /** What the statement is about, for supersession; null never supersedes. */
  topic: z.string().nullable(),
  /** What it says on that topic; equal values are no conflict. */
  value: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
};
/** Days that a memory of each type lived when version 1 of its event was written; never to be changed. */
const lifetimeInVersion1: Readonly<Record<string, number>> = {
  context: 7,
  task: 14,
  event: 30,
  observation: 3,
};

/** Version 1 does not say whether somebody gave the expiry: whatever differs from the default of then was given. */
const withExpiryGiven = (old: Record<string, unknown>): Record<string, unknown> => {
  const { expiresAt, memoryType, evidence } = old as {
    readonly expiresAt: string | null;
    readonly memoryType: string;
    readonly evidence: { readonly observedAt: string };
  };
  const days = lifetimeInVersion1[memoryType];
  const byDefault = days === undefined ? null : Date.parse(evidence.observedAt) + days * 86_400_000;
  return { ...old, isExpiryGiven: expiresAt !== null && Date.parse(expiresAt) !== byDefault };
};

const MemoryCaptured = defineEvent(
  'MemoryCaptured',
  3,
  z.object({
    memoryId: id,
    agentId: id.nullable(),
    status: z.enum(['active', 'pending'] satisfies MemoryStatus[]),
    speakerId: id.nullable(),
    ownerId: id.nullable(),
    subjectIds: z.array(id),
    sourceId: id.nullable(),
    conversationId: z.string().nullable(),
    origin: z.enum(['extracted', 'remembered', 'imported']),
    evidence: evidenceSchema,
    withheldFromIds: keptFrom,
    /** Somebody said until when; else it follows from the type and from when it was said last. */
    isExpiryGiven: z.boolean(),
    ...memoryFields,
  }),
  {
    sealed: ['content', 'topic', 'value', 'metadata'],
    sealedBy: (data) => data.memoryId,
    upcasters: { 1: withExpiryGiven, 2: evidenceWithoutSetting },
  },
);
export type CapturedMemory = z.output<typeof MemoryCaptured.schema>;

/** The same statement was made again, within its duplicate key. */
const MemoryEvidenced = defineEvent(
  'MemoryEvidenced',
  2,
  z.object({ memoryId: id, evidence: evidenceSchema }),
  { upcasters: { 1: evidenceWithoutSetting } },
);
/** The message names somebody of its author's life ("my wife Sarah"): who that is, for what its author says later. */
const KinNamed = defineEvent(
  'KinNamed',
  1,
  z.object({ memoryId: id, recordId: id, agentId: id, speakerId: id, entityId: id, at }),
);
const withdrawalReasons = ['edited', 'deleted', 'read-again'] as const;
const MemoryEvidenceWithdrawn = defineEvent(
  'MemoryEvidenceWithdrawn',
  1,
  z.object({ memoryId: id, recordId: id, reason: z.enum(withdrawalReasons) }),
);
/** `at`: when the superseding statement was observed. */
const MemorySuperseded = defineEvent('MemorySuperseded', 1, z.object({ memoryId: id, by: id, at }));
/** What superseded it is gone. */
const MemoryRestored = defineEvent('MemoryRestored', 1, z.object({ memoryId: id }));
/** The whole set of live statements that contradict this one; empty clears it. */
const MemoryConflictsFound = defineEvent(
  'MemoryConflictsFound',
  1,
  z.object({ memoryId: id, with: z.array(id) }),
);
/** Changed by a person; survives reading again. */
const MemoryCorrected = defineEvent(
  'MemoryCorrected',
  1,
  z.object({
    memoryId: id,
    by: id.nullable(),
    withheldFromIds: z.array(id).optional(),
    ...z.object(memoryFields).partial().shape,
  }),
  { sealed: ['content', 'topic', 'value', 'metadata'], sealedBy: (data) => data.memoryId },
);
/** By a person: what was said of it up to then (`occurredAt`) is not heard again, even when it is read again. */
const MemoryForgotten = defineEvent(
  'MemoryForgotten',
  1,
  z.object({ memoryId: id, by: id.nullable(), reason: z.string() }),
);
/**
 * A message asks to forget everything about its author, or certain values (by their hashes). Its words are gone, and what
 * was sent before it may still arrive.
 */
const ForgettingOrdered = defineEvent(
  'ForgettingOrdered',
  2,
  z.object({
    recordId: id,
    agentId: id,
    authorId: id,
    /** Who that was by then, with all linked entities: a link of later gives nobody's words away. */
    authorIds: z.array(id),
    sourceId: id,
    at,
    isEverything: z.boolean(),
    values: z.array(z.object({ key: id, length: z.number().int().positive() })),
    /** Messages of others that speak of them, as far as they were known: told to nobody from then on. */
    spokenOfIn: z.array(id),
  }),
  // Before, an order reached only what a memory was drawn from.
  { upcasters: { 1: (old) => ({ ...old, spokenOfIn: [] }) } },
);
/** An operator lets an entity, with whomever active links join to it, hear a secret. Ids only: nothing here is sealed. */
const GrantGiven = defineEvent(
  'GrantGiven',
  1,
  z.object({ grantId: id, memoryId: id, entityId: id, keyId: z.string(), expiresAt: at.nullable() }),
);
const GrantRevoked = defineEvent('GrantRevoked', 1, z.object({ grantId: id, keyId: z.string() }));
/** An operator had something parked handled once more. */
const ParkedReplayed = defineEvent(
  'ParkedReplayed',
  1,
  z.object({ parkedId: z.string(), consumer: z.string(), publishedAs: z.string(), keyId: z.string() }),
);
/** Something parked was let go of: by an operator, or because what it says was deleted or asked to be forgotten. */
const ParkedDiscarded = defineEvent(
  'ParkedDiscarded',
  1,
  z.object({
    parkedId: z.string(),
    consumer: z.string(),
    publishedAs: z.string(),
    reason: z.enum(discardReasons),
    keyId: z.string().nullable(),
  }),
);
/** An operator read rows with their own principal. */
const MemoriesInspected = defineEvent(
  'MemoriesInspected',
  1,
  z.object({ keyId: z.string(), operation: z.string(), memoryIds: z.array(id) }),
);

export const eventDefinitions = [
  AccountRegistered,
  ProfileObserved,
  PersonNamed,
  SourceObserved,
  ParticipantJoined,
  ParticipantLeft,
  MessageRecorded,
  MessageEdited,
  MessageDeleted,
  MessageRead,
  ReadingAsked,
  MessageReadingParked,
  MemoryCaptured,
  MemoryEvidenced,
  KinNamed,
  MemoryEvidenceWithdrawn,
  MemorySuperseded,
  MemoryRestored,
  MemoryConflictsFound,
  MemoryCorrected,
  MemoryForgotten,
  ForgettingOrdered,
  GrantGiven,
  GrantRevoked,
  ParkedReplayed,
  ParkedDiscarded,
  MemoriesInspected,
] as const;

type DataOf<Definition> = Definition extends EventDefinition<string, infer Data> ? Data : never;
type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Data> ? NewEvent<Type, Data> : never;

/** Every event that Kith writes, discriminated by `type`. */
export type KithEvent = EventOf<(typeof eventDefinitions)[number]>;
export type KithEventType = KithEvent['type'];
export type KithEventOf<T extends KithEventType> = Extract<KithEvent, { type: T }>;
export type KithEventData<T extends KithEventType> = DataOf<
  Extract<(typeof eventDefinitions)[number], { type: T }>
>;

/** Builds an event of a known type. */
export const event = <T extends KithEventType>(
  type: T,
  data: KithEventData<T>,
  occurredAt: Date,
): KithEventOf<T> => ({ type, data, occurredAt }) as unknown as KithEventOf<T>;
