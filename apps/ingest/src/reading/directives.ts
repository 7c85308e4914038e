import type { Sql } from '#database';
import { event as build } from '#domain';
import type { StreamAppend } from '#event-log';
import type { ToHold } from './contexts.js';
import type { Touched } from './settling.js';

interface Candidate {
  readonly memory_id: string;
  readonly agent_id: string | null;
  readonly topic: string | null;
  readonly content: string;
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);

/** Every word of what is to be forgotten stands in the memory. */
const speaksOf = (content: string, what: string): boolean => {
  const wanted = wordsOf(what);
  const words = new Set(wordsOf(content));
  return wanted.length > 0 && wanted.every((word) => words.has(word));
};

const own = (sql: Sql, tenantId: string, item: ToHold): Promise<readonly Candidate[]> =>
  sql.query<Candidate>(
    `select memory_id, agent_id, topic, content from memories
     where tenant_id = $1 and agent_id = $2 and content is not null and status in ('active', 'superseded', 'pending')
       and (speaker_entity_id = $3 or subject_entity_ids @> array[$3::uuid]) and first_observed_at < $4`,
    [tenantId, item.unread.row.agent_id, item.unread.row.author_id, item.unread.row.sent_at],
  );

export interface Forgotten {
  readonly memoryIds: readonly string[];
  readonly appends: readonly StreamAppend[];
  readonly touched: readonly Touched[];
}

/** "Forget that my dog is Rex": what the speaker said, or what is about them, and speaks of it. */
export const forgottenBy = async (sql: Sql, tenantId: string, item: ToHold, at: Date): Promise<Forgotten> => {
  const wanted = item.reading.directives.flatMap((directive) =>
    directive.kind === 'forget' && directive.what !== null ? [directive.what] : [],
  );
  if (wanted.length === 0) return { memoryIds: [], appends: [], touched: [] };
  const found = (await own(sql, tenantId, item)).filter((memory) =>
    wanted.some((what) => speaksOf(memory.content, what)),
  );
  return {
    memoryIds: found.map((memory) => memory.memory_id),
    appends: found.map(({ memory_id: memoryId }): StreamAppend => ({
      stream: `memory-${memoryId}`,
      expectedVersion: 'any',
      events: [
        build(
          'MemoryForgotten',
          { memoryId, by: item.unread.row.author_id, reason: 'asked-in-a-message' },
          at,
        ),
      ],
    })),
    touched: found.flatMap((memory) =>
      memory.topic === null ? [] : [{ agentId: memory.agent_id, topic: memory.topic }],
    ),
  };
};
