import { z } from 'zod';
import { defineEvent } from '../define-event.js';
import { at, id, keptFrom, rank, withoutSetting, type Old } from '../event-fields.js';
import { settingSchema } from '../place/setting.js';
import { disclosures, entityTypes, participantRoles, visibilityScopes } from '../words.js';
import { factOutcomeSchema } from './outcome.js';
import { proposedFactSchema } from './proposed.js';

export const MessageRecorded = defineEvent(
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
  /** Whose message it is said to be of, and of no other agent's; null: of any agent's. */
  agentId: id.nullable(),
  at,
};
// Before, a revision was of whatever agent's message had its id.
const ofAnyAgent = (old: Old): Old => ({ ...old, agentId: null });
export const MessageEdited = defineEvent(
  'MessageEdited',
  2,
  z.object({ ...revision, text: z.string().nullable() }),
  {
    sealed: ['text'],
    sealedBy: (data) => data.keyId,
    upcasters: { 1: ofAnyAgent },
  },
);
export const MessageDeleted = defineEvent('MessageDeleted', 2, z.object(revision), {
  upcasters: { 1: ofAnyAgent },
});
/** Extraction has read a message: what came of it, and what its reading depended on. */
export const MessageRead = defineEvent(
  'MessageRead',
  4,
  z.object({
    recordId: id,
    extractor: z.string(),
    outcomes: z.array(factOutcomeSchema),
    nameKeys: z.array(id),
    usedContext: z.boolean(),
    /** Who may hear the message itself, by its words and its place. */
    scope: z.enum(visibilityScopes),
    rank,
    disclosure: z.enum(disclosures),
    withheldFromIds: keptFrom,
    setting: settingSchema.nullable(),
    /** Messages that this one takes back or puts right: whoever hears it is not told these as if they stood. */
    corrects: z.array(id),
  }),
  // Nobody was told how much a message had made be forgotten: there is nothing to add for the second version.
  { upcasters: { 1: (old) => old, 2: withoutSetting, 3: (old) => ({ ...old, corrects: [] }) } },
);
/** They were read by another extractor than this one, and shall be read again. */
export const ReadingAsked = defineEvent(
  'ReadingAsked',
  1,
  z.object({ recordIds: z.array(id), extractor: z.string() }),
);
/**
 * What a language model proposed of a message, so that nobody asks it twice; nothing of it is a fact before its words bear it. It quotes
 * them, and goes with them.
 */
export const FactsProposed = defineEvent(
  'FactsProposed',
  1,
  z.object({
    recordId: id,
    /** Prompt and model. */
    proposer: z.string(),
    proposals: z.array(proposedFactSchema).nullable(),
  }),
  { sealed: ['proposals'], sealedBy: (data) => data.recordId },
);
/** Reading failed for good; the message stays, its facts wait for a better extractor. */
export const MessageReadingParked = defineEvent(
  'MessageReadingParked',
  1,
  z.object({ recordId: id, extractor: z.string(), cause: z.string(), attempts: z.number().int() }),
);

/** Whoever wrote it asks in another message that it goes no further, whether or not anything is held of it. */
export const MessageWithheld = defineEvent(
  'MessageWithheld',
  1,
  z.object({
    recordId: id,
    /** The message that asks for it. */
    orderId: id,
    by: id,
    /** When they asked. */
    at,
    withheldFromIds: keptFrom,
    /** From these alone, so that it is personal to nobody. */
    isOnlyFromSome: z.boolean(),
  }),
);

/** Whoever asked to keep it lets these people know it after all. */
export const MessageReleased = defineEvent(
  'MessageReleased',
  1,
  z.object({
    recordId: id,
    /** The message that lets them know. */
    orderId: id,
    by: id,
    /** When they did. */
    at,
    toIds: z.array(id),
  }),
);

/**
 * Somebody, by a message or a call, asks to forget everything about them, or certain values (by their hashes). Its words are gone, and what
 * was sent before it may still arrive.
 */
export const ForgettingOrdered = defineEvent(
  'ForgettingOrdered',
  3,
  z.object({
    recordId: id,
    agentId: id,
    authorId: id,
    /** Who that was by then, with all linked entities: a link of later gives nobody's words away. */
    authorIds: z.array(id),
    sourceId: id,
    at,
    isEverything: z.boolean(),
    /** Everything that others said of them; what they said themselves stays. */
    keepsOwn: z.boolean(),
    values: z.array(z.object({ key: id, length: z.number().int().positive() })),
    /** Messages of others that speak of them, as far as they were known: told to nobody from then on. */
    spokenOfIn: z.array(id),
  }),
  {
    upcasters: {
      // Before, an order reached only what a memory was drawn from.
      1: (old) => ({ ...old, spokenOfIn: [] }),
      // Before, only messages gave it, of all that its author said.
      2: (old) => ({ ...old, keepsOwn: false }),
    },
  },
);
