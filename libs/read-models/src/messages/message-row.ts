import type { Setting } from '#domain';
import type { RecordedEventOf } from '#event-log';
import type { Table } from '../rows.js';

export interface MessageRow {
  readonly record_id: string;
  readonly tenant_id: string;
  readonly agent_id: string;
  readonly platform: string;
  readonly message_id: string;
  readonly source_id: string;
  readonly conversation_id: string | null;
  readonly author_id: string;
  readonly author_type: string;
  readonly sent_at: Date;
  readonly received_at: Date;
  /** As it reads now; null when deleted or erased. */
  readonly text: string | null;
  readonly original_at: Date;
  readonly edited_at: Date | null;
  readonly deleted_at: Date | null;
  /** Its words were destroyed at somebody's word; what is held of it stays as it was decided. */
  readonly erased_at: Date | null;
  readonly reply_to: string | null;
  readonly mention_ids: readonly string[];
  readonly roster: readonly string[];
  readonly roster_complete: boolean;
  readonly event_key: string;
  readonly read_position: bigint | string;
  /** Name and version of the extractor that read it last. */
  readonly read_by: string | null;
  readonly used_context: boolean;
  readonly name_keys: readonly string[];
  readonly visibility_scope: string;
  readonly sensitivity_rank: number;
  readonly disclosure: string;
  readonly withheld_from_ids: readonly string[];
  /** How its source stood when it was said; null before it is read. */
  readonly setting: Setting | null;
  /** Messages that it takes back or puts right. */
  readonly corrects: readonly string[];
  readonly position: bigint | string;
  readonly recorded_at: Date;
  readonly updated_at: Date;
}

export const messages: Table<MessageRow> = {
  name: 'messages',
  key: ['record_id'],
  columns: {
    record_id: 'uuid',
    tenant_id: 'text',
    agent_id: 'uuid',
    platform: 'text',
    message_id: 'text',
    source_id: 'uuid',
    conversation_id: 'text',
    author_id: 'uuid',
    author_type: 'text',
    sent_at: 'timestamptz',
    received_at: 'timestamptz',
    text: 'text',
    original_at: 'timestamptz',
    edited_at: 'timestamptz',
    deleted_at: 'timestamptz',
    erased_at: 'timestamptz',
    reply_to: 'text',
    mention_ids: 'uuid[]',
    roster: 'uuid[]',
    roster_complete: 'boolean',
    event_key: 'text',
    read_position: 'bigint',
    read_by: 'text',
    used_context: 'boolean',
    name_keys: 'uuid[]',
    visibility_scope: 'text',
    sensitivity_rank: 'smallint',
    disclosure: 'text',
    withheld_from_ids: 'uuid[]',
    setting: 'jsonb',
    corrects: 'uuid[]',
    position: 'bigint',
    recorded_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
};

/** INVARIANT: until its words are read a message is the author's own, sensitive and confined: deny by default. */
export const unread = (row: { readonly sensitivity_rank: number }) => ({
  visibility_scope: 'private_subject',
  sensitivity_rank: Math.max(2, row.sensitivity_rank),
  disclosure: 'conversation_private',
});

export const recorded = (event: RecordedEventOf<'MessageRecorded'>): MessageRow => ({
  record_id: event.data.recordId,
  tenant_id: event.tenantId,
  agent_id: event.data.agentId,
  platform: event.data.platform,
  message_id: event.data.messageId,
  source_id: event.data.sourceId,
  conversation_id: event.data.conversationId,
  author_id: event.data.authorId,
  author_type: event.data.authorType,
  sent_at: event.data.sentAt,
  received_at: event.data.receivedAt ?? event.recordedAt,
  text: event.data.text,
  original_at: event.data.sentAt,
  edited_at: null,
  deleted_at: null,
  erased_at: null,
  reply_to: event.data.replyTo,
  mention_ids: event.data.mentionIds,
  roster: event.data.roster.map((person) => person.entityId),
  roster_complete: event.data.rosterComplete,
  event_key: event.data.eventKey,
  read_position: 0n,
  read_by: null,
  used_context: false,
  name_keys: [],
  ...unread({ sensitivity_rank: 2 }),
  withheld_from_ids: [],
  setting: null,
  corrects: [],
  position: event.at.position,
  recorded_at: event.recordedAt,
  updated_at: event.recordedAt,
});
