import { z } from 'zod';
import { defineEvent } from '../define-event.js';
import { actorSchema, at, id, keptFrom, rank, type Old } from '../event-fields.js';
import { archiveReasons } from '../maintenance/words.js';
import {
  disclosures,
  memoryTypes,
  sensitivityLabels,
  visibilityScopes,
  type MemoryStatus,
} from '../words.js';
import { evidenceSchema, evidenceWithoutSetting } from './evidence.js';

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
const withExpiryGiven = (old: Old): Old => {
  const { expiresAt, memoryType, evidence } = old as {
    readonly expiresAt: string | null;
    readonly memoryType: string;
    readonly evidence: { readonly observedAt: string };
  };
  const days = lifetimeInVersion1[memoryType];
  const byDefault = days === undefined ? null : Date.parse(evidence.observedAt) + days * 86_400_000;
  return { ...old, isExpiryGiven: expiresAt !== null && Date.parse(expiresAt) !== byDefault };
};

/** Up to version 3 a memory that somebody was let know was captured like what was said, with this for its pattern. */
const sharedInVersion3 = (old: Old): { readonly type: 'MemoryShared'; readonly data: Old } | null => {
  if ((old['evidence'] as Old)['pattern'] !== 'told-to') return null;
  const { ownerId, status: _status, origin: _origin, ...rest } = old;
  return { type: 'MemoryShared', data: { ...rest, copyOf: null, hearerId: ownerId, by: null } };
};

export const MemoryCaptured = defineEvent(
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
    retyped: sharedInVersion3,
  },
);
export type CapturedMemory = z.output<typeof MemoryCaptured.schema>;

/**
 * Somebody is let know what was said elsewhere: they get a copy of it that is theirs to hear. It says what the memory said
 * when it was shared.
 */
export const MemoryShared = defineEvent(
  'MemoryShared',
  1,
  z.object({
    memoryId: id,
    /** The memory that it is a copy of. Null: of before that was kept. */
    copyOf: id.nullable(),
    hearerId: id,
    /** Whoever let them know; null: of before that was kept. */
    by: id.nullable(),
    agentId: id.nullable(),
    speakerId: id.nullable(),
    subjectIds: z.array(id),
    sourceId: id.nullable(),
    conversationId: z.string().nullable(),
    /** The message that lets them know. */
    evidence: evidenceSchema,
    withheldFromIds: keptFrom,
    isExpiryGiven: z.boolean(),
    ...memoryFields,
  }),
  { sealed: ['content', 'topic', 'value', 'metadata'], sealedBy: (data) => data.memoryId },
);

/** The same statement was made again, within its duplicate key. */
export const MemoryEvidenced = defineEvent(
  'MemoryEvidenced',
  2,
  z.object({ memoryId: id, evidence: evidenceSchema }),
  { upcasters: { 1: evidenceWithoutSetting } },
);
/** The message names somebody of its author's life ("my wife Sarah"): who that is, for what its author says later. */
export const KinNamed = defineEvent(
  'KinNamed',
  1,
  z.object({ memoryId: id, recordId: id, agentId: id, speakerId: id, entityId: id, at }),
);
const withdrawalReasons = ['edited', 'deleted', 'read-again'] as const;
export const MemoryEvidenceWithdrawn = defineEvent(
  'MemoryEvidenceWithdrawn',
  1,
  z.object({ memoryId: id, recordId: id, reason: z.enum(withdrawalReasons) }),
);
/** `at`: when the superseding statement was observed. */
export const MemorySuperseded = defineEvent('MemorySuperseded', 1, z.object({ memoryId: id, by: id, at }));
/** Who said it, or whom it is of, says in this message that it is not so, or no longer. `at`: when they said that. */
export const MemoryEnded = defineEvent('MemoryEnded', 1, z.object({ memoryId: id, recordId: id, at }));
/** The message that ended it does so no more: it was edited, deleted or read otherwise. */
export const MemoryEndingWithdrawn = defineEvent(
  'MemoryEndingWithdrawn',
  1,
  z.object({ memoryId: id, recordId: id }),
);
/** What superseded it is gone. */
export const MemoryRestored = defineEvent('MemoryRestored', 1, z.object({ memoryId: id }));
/** The whole set of live statements that contradict this one; empty clears it. */
export const MemoryConflictsFound = defineEvent(
  'MemoryConflictsFound',
  1,
  z.object({ memoryId: id, with: z.array(id) }),
);
/** Put otherwise by a person; survives reading again. Older releases said with it, too, who may hear the memory. */
export const MemoryCorrected = defineEvent(
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
const reachFields = {
  scope: z.enum(visibilityScopes),
  rank,
  sensitivityLabel: z.enum(sensitivityLabels as [string, ...string[]]),
  portable: z.boolean(),
  disclosure: z.enum(disclosures),
  withheldFromIds: z.array(id),
};

/** A person decided who may hear it. Only what was decided is in it; a list of ids is the whole list that holds now. */
export const MemoryReachChanged = defineEvent(
  'MemoryReachChanged',
  1,
  z.object({ memoryId: id, by: id.nullable(), ...z.object(reachFields).partial().shape }),
);
/** By a person: what was said of it up to then (`occurredAt`) is not heard again, even when it is read again. */
export const MemoryForgotten = defineEvent(
  'MemoryForgotten',
  1,
  z.object({ memoryId: id, by: id.nullable(), reason: z.string() }),
);
/** What was of the moment is over. `expiredAt`: since when, which is not when somebody noticed. */
export const MemoryExpired = defineEvent(
  'MemoryExpired',
  1,
  z.object({ memoryId: id, reason: z.literal('ephemeral_decay'), expiredAt: at }),
);
/** Put away: kept, and found no more until it is said again. */
export const MemoryArchived = defineEvent(
  'MemoryArchived',
  1,
  z.object({ memoryId: id, reason: z.enum(archiveReasons) }),
);
/** A person said who is meant, of those whom the words may mean: from now on it is told as said of them. */
export const MemorySubjectsChosen = defineEvent(
  'MemorySubjectsChosen',
  1,
  z.object({ memoryId: id, subjectIds: z.array(id).min(1), by: actorSchema }),
);
/** That was taken back: it is not told, and may mean any of these. */
export const MemorySubjectsUnchosen = defineEvent(
  'MemorySubjectsUnchosen',
  1,
  z.object({ memoryId: id, candidates: z.array(id), by: actorSchema }),
);
/** A person said that it is not so said, or that another memory says it: it is kept, and told to nobody. */
export const MemorySetAside = defineEvent(
  'MemorySetAside',
  1,
  z.object({ memoryId: id, reviewId: id, by: actorSchema }),
);
/** That was taken back: it stands as it did. */
export const MemoryBroughtBack = defineEvent(
  'MemoryBroughtBack',
  1,
  z.object({ memoryId: id, reviewId: id, by: actorSchema }),
);
/** An operator read rows with their own principal. */
export const MemoriesInspected = defineEvent(
  'MemoriesInspected',
  1,
  z.object({ keyId: z.string(), operation: z.string(), memoryIds: z.array(id) }),
);
