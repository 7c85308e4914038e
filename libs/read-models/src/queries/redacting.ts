import type { Sql } from '#database';
import type { MessageRow } from '../messages/message-row.js';
import { saidByThen, type GivenOrder } from './order-target.js';

/** A message from which words may be taken out. */
export type RedactableMessage = Pick<
  MessageRow,
  | 'record_id'
  | 'agent_id'
  | 'platform'
  | 'message_id'
  | 'source_id'
  | 'author_id'
  | 'author_type'
  | 'sent_at'
  | 'edited_at'
  | 'event_key'
> & { readonly text: string };

const patternOf = (value: string): string => `%${value.replace(/[\\%_]/gu, '\\$&').replace(/\s+/gu, '%')}%`;

/** What holds one of these values of what its author said before, anywhere, and of what anybody said before in the same place. */
export const messagesHolding = (
  sql: Sql,
  order: GivenOrder,
  values: readonly string[],
): Promise<readonly RedactableMessage[]> =>
  sql.query<RedactableMessage>(
    `select m.record_id, m.agent_id, m.platform, m.message_id, m.source_id, m.author_id, m.author_type, m.sent_at, m.edited_at, m.event_key, m.text
     from messages m where m.tenant_id = $1 and m.agent_id = $2 and (m.author_id = $3 or m.source_id = $4) and ${saidByThen('$5', '$6')}
       and m.text ilike any ($7::text[])`,
    [
      order.tenant_id,
      order.agent_id,
      order.author_id,
      order.source_id,
      order.sent_at,
      order.received_at,
      values.map(patternOf),
    ],
  );

/** A fact as one message says it. */
export interface SaidFact {
  readonly memory_id: string;
  readonly record_id: string;
  readonly agent_id: string | null;
  readonly topic: string | null;
  readonly content: string;
  readonly speaker_entity_id: string | null;
  readonly subject_entity_ids: readonly string[];
}

export const factsSaidIn = (sql: Sql, recordIds: readonly string[]): Promise<readonly SaidFact[]> =>
  sql.query<SaidFact>(
    `select e.memory_id, e.record_id, m.agent_id, m.topic, m.content, m.speaker_entity_id, m.subject_entity_ids
     from memory_evidence e join memories m using (memory_id) where e.record_id = any($1::uuid[]) and m.content is not null`,
    [recordIds],
  );
