import type { ErasureState, KithEventData } from '#domain';
import type { LogWriter } from '#event-log';
import {
  agentsRemembering,
  dmsOf,
  memoriesAbout,
  memoriesMaybeAbout,
  memoriesOnlyOf,
  memoriesSaidBy,
  messagesSaidBy,
  messagesSaidIn,
  messagesStating,
  peopleOnlyIn,
  type GivenOrder,
} from '#read-models';
import { knownToAuthor, type CountSettings } from '../directives/target/known-to-author.js';
import { spokenOf } from '../directives/forget/spoken-of.js';

export type ErasurePlan = Omit<KithEventData<'ErasurePlanned'>, 'erasureId' | 'isLast'>;

/** Whom and what an erasure is of, and up to when. */
export interface ErasureScope extends Pick<ErasureState, 'erasureId' | 'kind' | 'entityIds' | 'sourceIds'> {
  readonly tenantId: string;
  readonly at: Date;
}

/** An order as messages give it, for what is found in the same way. */
export const orderOfErasure = (
  { erasureId, tenantId, entityIds, at }: ErasureScope,
  agentId: string,
): GivenOrder => ({
  record_id: erasureId,
  tenant_id: tenantId,
  agent_id: agentId,
  author_id: entityIds[0] ?? erasureId,
  source_id: entityIds[0] ?? erasureId,
  sent_at: at,
  received_at: at,
});

const union = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

interface Found {
  readonly memoryIds: readonly string[];
  readonly recordIds: readonly string[];
}

/** What they said: rows that are gone by now too, for what sealed those is still there. */
const said = async (writer: LogWriter, reach: ErasureScope): Promise<Found> => {
  const ever = reach.sourceIds.length === 0 ? await writer.memoriesEverOf(reach.entityIds, 'speaker') : [];
  return {
    memoryIds: union(await memoriesSaidBy(writer.sql, reach), ever),
    recordIds: await messagesSaidBy(writer.sql, reach),
  };
};

/** What anybody said of them: what was told in confidence with it, and messages from which no memory was drawn. */
const about = async (writer: LogWriter, reach: ErasureScope): Promise<Found> => {
  const { sql } = writer;
  const memoryIds = new Set([
    ...(await memoriesAbout(sql, reach)),
    ...(await memoriesMaybeAbout(sql, reach.tenantId, reach.entityIds, reach.at)),
    ...(await writer.memoriesEverOf(reach.entityIds, 'subject')),
  ]);
  const recordIds = new Set<string>();
  for (const agentId of await agentsRemembering(sql, reach.tenantId)) {
    const spoken = await spokenOf(sql, orderOfErasure(reach, agentId), reach.entityIds, reach.at);
    for (const { memoryId } of spoken.memories) memoryIds.add(memoryId);
    for (const recordId of spoken.recordIds) recordIds.add(recordId);
  }
  const all = [...memoryIds];
  return {
    memoryIds: all,
    recordIds: union([...recordIds], await messagesStating(sql, reach.tenantId, all)),
  };
};

const foundOf = async (writer: LogWriter, reach: ErasureScope): Promise<Found> => {
  switch (reach.kind) {
    case 'said_by':
      return said(writer, reach);
    case 'about':
      return about(writer, reach);
    case 'both': {
      const own = await said(writer, reach);
      const others = await about(writer, reach);
      return {
        memoryIds: union(own.memoryIds, others.memoryIds),
        recordIds: union(own.recordIds, others.recordIds),
      };
    }
    case 'source':
      return reach.entityIds.length > 0
        ? said(writer, reach)
        : {
            memoryIds: await memoriesOnlyOf(writer.sql, reach),
            recordIds: await messagesSaidIn(writer.sql, reach),
          };
  }
};

/**
 * How much of it whoever is meant may know of: what they said, and what they are told when alone with an agent.
 * INVARIANT: what others told in confidence goes, and is not counted.
 */
const knownOf = async (
  { sql }: LogWriter,
  reach: ErasureScope,
  { memoryIds, recordIds }: Found,
  settings: CountSettings,
): Promise<ErasurePlan['known']> => {
  const [author] = reach.entityIds;
  if (author === undefined) return { memories: 0, messages: 0 };
  const own = new Set(await messagesSaidBy(sql, reach));
  const known = new Set<string>();
  for (const agentId of await agentsRemembering(sql, reach.tenantId)) {
    const asker = { author_id: author, agent_id: agentId };
    for (const id of await knownToAuthor(sql, settings, asker, memoryIds)) known.add(id);
  }
  return { memories: known.size, messages: recordIds.filter((id) => own.has(id)).length };
};

const namesIn = async ({ sql }: LogWriter, reach: ErasureScope, { memoryIds }: Found) => {
  const { tenantId, kind, entityIds, sourceIds } = reach;
  const speakers = kind === 'said_by' || kind === 'both' ? entityIds : [];
  const only = await peopleOnlyIn(sql, tenantId, memoryIds, speakers);
  const isOfThem = kind === 'both' || kind === 'about';
  return {
    namesOf: union(isOfThem ? entityIds : [], only),
    placesOf: [
      ...(kind === 'both' ? await dmsOf(sql, tenantId, entityIds) : []),
      ...(kind === 'source' && entityIds.length === 0 ? sourceIds : []),
    ],
  };
};

/** All that an erasure covers, as it is known before any of it is gone. */
export const planOf = async (
  writer: LogWriter,
  reach: ErasureScope,
  settings: CountSettings,
): Promise<ErasurePlan> => {
  const found = await foundOf(writer, reach);
  return {
    memoryIds: [...found.memoryIds],
    recordIds: [...found.recordIds],
    ...(await namesIn(writer, reach, found)),
    known: await knownOf(writer, reach, found, settings),
  };
};
