import type { MessageRow } from '#read-models';

/** Somebody has something forgotten: by a message, or by a call, which stands for one that nobody reads. */
export type Order = Pick<
  MessageRow,
  'record_id' | 'tenant_id' | 'agent_id' | 'author_id' | 'source_id' | 'sent_at' | 'received_at'
>;
