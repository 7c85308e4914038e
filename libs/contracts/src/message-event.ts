import { z } from 'zod';
import { participantRoles, sourceAccesses, sourceHistories, sourceTypes, type EventScope } from '#domain';
import { identifier } from './fields.js';
import { instant, maxTextBytes, moment } from './instant.js';

const accountKinds = ['human', 'agent', 'org', 'system'] as const;

const accountSchema = (name: z.ZodString) =>
  z.strictObject({
    platform: identifier.optional(),
    platform_user_id: identifier,
    handle: name.nullish(),
    display_name: name.nullish(),
    kind: z.enum(accountKinds).optional(),
  });
export type AccountRef = z.infer<ReturnType<typeof accountSchema>>;

const sourceFields = (name: z.ZodString) => ({
  platform: identifier.optional(),
  type: z.enum(sourceTypes),
  external_id: identifier,
  name: name.nullish(),
  access: z
    .enum(sourceAccesses)
    .nullish()
    .describe(
      'Who reads it: open, every member of its workspace; restricted, its own participants alone. Left out: a group of a workspace is open, a thread is as open as what it hangs under, and a group that belongs to no workspace (a group dm, a chat group) is restricted: say open only of one that anybody may read.',
    ),
  history: z
    .enum(sourceHistories)
    .nullish()
    .describe(
      'What newcomers may scroll up to: visible, all that was said before they joined, or since_joining. Left out: visible in open places of a workspace, since_joining elsewhere. What they cannot scroll up to is not told in front of them.',
    ),
});

/** A place as adaptors name it. Depth is bounded by the shape: thread in group in workspace. */
const sourceSchema = (name: z.ZodString) => {
  const fields = sourceFields(name);
  const workspace = z.strictObject(fields);
  const parent = z.strictObject({ ...fields, parent: workspace.nullish() });
  return z.strictObject({
    ...fields,
    parent: z.strictObject({ ...fields, parent: parent.nullish() }).nullish(),
  });
};
export interface SourceRef {
  readonly platform?: string | undefined;
  readonly type: (typeof sourceTypes)[number];
  readonly external_id: string;
  readonly name?: string | null | undefined;
  readonly access?: (typeof sourceAccesses)[number] | null | undefined;
  readonly history?: (typeof sourceHistories)[number] | null | undefined;
  readonly parent?: SourceRef | null | undefined;
}

/** What people write, and when it was: the edge is stricter with them than what lies behind it. */
interface Written {
  readonly name: z.ZodString;
  readonly text: z.ZodString;
  /** Of the envelope: nobody reads it, adaptors may write anything there. */
  readonly remark: (maxLength: number) => z.ZodString;
  readonly at: z.ZodType<Date, string>;
}

const eventSchema = ({ name, text, remark, at }: Written) => {
  const account = accountSchema(name);
  const participant = account.extend({ role: z.enum(participantRoles).optional() });
  const source = sourceSchema(name);
  const posted = z.strictObject({
    platform: identifier,
    agent_id: identifier.default('default'),
    message_id: identifier,
    text,
    sent_at: at,
    source,
    author: account,
    conversation_id: identifier.nullish(),
    reply_to: identifier.nullish(),
    mentions: z.array(account).max(200).default([]),
    participants: z.array(participant).max(10_000).default([]),
    participants_complete: z.boolean().default(false),
  });
  const revised = {
    platform: identifier,
    agent_id: identifier
      .optional()
      .describe(
        "Whose message it is: named, an edit or a deletion changes nothing of another agent's, and ends as one of a message that has not come. A message that several agents heard is each one's own. Left out: of every agent's; a key that is for one agent names that one.",
      ),
    message_id: identifier,
    source: source
      .optional()
      .describe(
        'The place of the message. Required where message ids are unique only within a place: on a platform that was seen to use one id in two places, an edit or a deletion without it is refused (its status says so, and the answer of wait=indexed). Without it the one message with this id is meant; when none has come yet, the first that does.',
      ),
  };
  const edited = z.strictObject({ ...revised, text, edited_at: at });
  const deleted = z.strictObject({ ...revised, deleted_at: at });
  const moved = z
    .strictObject({
      platform: identifier,
      agent_id: identifier.optional(),
      source,
      participant,
      role: z.enum(participantRoles).optional(),
      at,
    })
    // Said in two ways, the two could differ.
    .refine(({ participant: { role: of }, role }) => of === undefined || role === undefined || of === role, {
      path: ['role'],
      message: 'differs from participant.role',
    })
    .transform(({ role, ...move }) => ({
      ...move,
      participant: { ...move.participant, role: move.participant.role ?? role },
    }));
  const profile = z.strictObject({
    platform: identifier,
    agent_id: identifier.optional(),
    account,
    handle: name.nullish(),
    display_name: name.nullish(),
    at,
  });
  const place = z.strictObject({ platform: identifier, agent_id: identifier.optional(), source, at });

  const envelope = {
    specversion: z.literal('1.0'),
    id: identifier,
    source: identifier,
    time: at.optional(),
    datacontenttype: remark(128).optional(),
    dataschema: remark(1024).optional(),
    subject: remark(1024).optional(),
    traceparent: remark(128).optional(),
    tracestate: remark(512).optional(),
  };
  return z.discriminatedUnion('type', [
    z.strictObject({ ...envelope, type: z.literal('kith.message.posted.v1'), data: posted }),
    z.strictObject({ ...envelope, type: z.literal('kith.message.edited.v1'), data: edited }),
    z.strictObject({ ...envelope, type: z.literal('kith.message.deleted.v1'), data: deleted }),
    z.strictObject({ ...envelope, type: z.literal('kith.participant.joined.v1'), data: moved }),
    z.strictObject({ ...envelope, type: z.literal('kith.participant.left.v1'), data: moved }),
    z.strictObject({ ...envelope, type: z.literal('kith.profile.changed.v1'), data: profile }),
    z.strictObject({ ...envelope, type: z.literal('kith.source.changed.v1'), data: place }),
  ]);
};
export type MessageEvent = z.output<ReturnType<typeof eventSchema>>;

/** An event as adaptors publish it, at the edge: the only place where lengths are checked. */
export const messageEventSchema = (now: () => Date) =>
  eventSchema({
    name: z.string().min(1).max(256),
    text: z
      .string()
      .min(1)
      .refine((value) => Buffer.byteLength(value) <= maxTextBytes, { message: 'text is longer than 32 KiB' }),
    remark: (maxLength) => z.string().max(maxLength),
    at: instant(now),
  });

/**
 * An event as the bus carries it: marks stand in place of credentials, and a mark may be longer than its credential.
 * INVARIANT: nothing was sent after it was received; a time that had not come by then is that of its receipt.
 */
export const carriedEventSchema = (receivedAt: () => Date) =>
  eventSchema({
    name: z.string().min(1),
    text: z.string().min(1),
    remark: () => z.string(),
    at: moment.transform((at) => (at > receivedAt() ? receivedAt() : at)),
  });

export const eventScopeOf = ({ data }: MessageEvent): EventScope => ({
  platform: data.platform,
  agent: data.agent_id?.toLowerCase() ?? null,
});

export type MessageEventType = MessageEvent['type'];
export type MessageEventOf<T extends MessageEventType> = Extract<MessageEvent, { type: T }>;

/** Of an event on the bus: that its key may order what reaches every agent of the tenant. Where it stands not, it may not. */
export const reachHeader = 'x-kith-reach';
export const reachOfAll = 'all';
