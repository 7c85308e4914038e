import type { Sql } from '#database';
import type { Knobs } from '#domain';
import { decide } from '#policy';
import { freshRows, informed, loadReadRequest, type MessageRow } from '#read-models';

export interface CountSettings {
  readonly tenantId: string;
  readonly knobs: Knobs;
  readonly now: Date;
}

/** Of these memories, those that stand and that the author of the message hears of when alone with the agent. */
export const knownToAuthor = async (
  sql: Sql,
  { tenantId, knobs, now }: CountSettings,
  { author_id: authorId, agent_id: agentId }: Pick<MessageRow, 'author_id' | 'agent_id'>,
  memoryIds: readonly string[],
): Promise<readonly string[]> => {
  if (memoryIds.length === 0) return [];
  const { request } = await loadReadRequest(sql, {
    tenantId,
    agent: null,
    principal: 'client',
    operation: 'list',
    viewer: { entity_id: authorId },
    place: null,
    audience: [],
    knobs,
    now,
    asOf: null,
    requestedStatus: 'active',
  });
  const facts = [...(await freshRows(sql, tenantId, memoryIds)).values()].map((row) => row.facts);
  const asked = await informed(sql, { ...request, agentId }, facts);
  return facts.filter((row) => decide(asked, row).decision === 'allow').map((row) => row.memoryId);
};
