import type { Widening } from '#contracts';
import { allOf, decide, isIn, not, type MemoryFacts, type ReadRequest } from '#policy';
import {
  agentsThatRemember,
  clustersOf,
  loadReadRequest,
  someParticipants,
  type FreshRow,
} from '#read-models';
import type { AnsweringOptions } from '../permitted/asking.js';
import { decideRows, findPermitted, isAllowed, readable } from '../permitted/permitted.js';

/** What somebody could read that they cannot read now. */
export interface Opened {
  readonly row: FreshRow;
  readonly readerIds: readonly string[];
}

/** All that was found. INVARIANT: what was not looked for to the end is told to be so. */
export interface Opening {
  readonly found: readonly Opened[];
  readonly isCut: boolean;
}

const mostListed = 20;
const mostAgents = 32;

/** Nobody is told anything by it: what is only thought through is not counted among what was decided. */
const uncounted = (options: AnsweringOptions): AnsweringOptions => ({
  ...options,
  onDecided: () => undefined,
});

/** As they ask alone, of what this agent remembers. */
const readingAlone = async (
  { database, knobs, now }: AnsweringOptions,
  tenantId: string,
  readerId: string,
  agentId: string | null,
  alsoLinked: readonly string[] = [],
): Promise<ReadRequest> => {
  const { request } = await loadReadRequest(database, {
    tenantId,
    agent: null,
    principal: 'client',
    operation: 'recall',
    viewer: { entity_id: readerId },
    alsoLinked,
    place: null,
    audience: [],
    knobs,
    now: now(),
    asOf: null,
    requestedStatus: 'active',
  });
  return { ...request, agentId };
};

/**
 * What the one side could read alone if it were also the other: what the policy would allow then and does not allow now,
 * row by row.
 */
const openedTo = async (
  options: AnsweringOptions,
  before: ReadRequest,
  after: ReadRequest,
): Promise<readonly FreshRow[]> => {
  const where = allOf(
    await readable(options, after),
    isIn('kind', ['fact', 'message']),
    not(await readable(options, before)),
  );
  if (where === 'nothing') return [];
  const lanes = [
    { name: 'widening', where, order: { by: 'recency' as const }, limit: 4 * mostListed, offset: 0 },
  ];
  const { allowed } = await findPermitted(options, after, lanes, mostListed + 1);
  const known = await decideRows(options.database, before, [...allowed.keys()], options.onDecided);
  return [...allowed].flatMap(([id, { row }]) => (isAllowed(known.get(id)) ? [] : [row]));
};

/** What linking these two would let be read, and by which of them. */
export const openedByLink = async (
  given: AnsweringOptions,
  tenantId: string,
  fromId: string,
  toId: string,
): Promise<Opening> => {
  const options = uncounted(given);
  const [from = [], to = []] = await clustersOf(options.database, [fromId, toId]);
  const agents = await agentsThatRemember(options.database, tenantId, [...from, ...to]);
  const opened = new Map<string, Opened>();
  const asked = agents.slice(0, mostAgents);
  for (const agentId of asked)
    for (const [readerId, others] of [
      [fromId, to],
      [toId, from],
    ] as const) {
      const before = await readingAlone(options, tenantId, readerId, agentId);
      const after = await readingAlone(options, tenantId, readerId, agentId, others);
      for (const row of await openedTo(options, before, after)) {
        const { memoryId } = row.facts;
        const known = opened.get(memoryId)?.readerIds ?? [];
        opened.set(memoryId, { row, readerIds: [...new Set([...known, readerId])] });
      }
    }
  return { found: [...opened.values()], isCut: asked.length < agents.length };
};

/** Who could read a memory, alone, if one of these were its subject. */
export const openedBySubject = async (
  given: AnsweringOptions,
  tenantId: string,
  row: FreshRow,
  candidates: readonly string[],
): Promise<Opening> => {
  const options = uncounted(given);
  const { facts } = row;
  const there = facts.source ? await someParticipants(options.database, facts.source.sourceId) : [];
  const readerIds = [
    ...new Set([...(facts.speakerId === null ? [] : [facts.speakerId]), ...candidates, ...there]),
  ];
  const mayRead: string[] = [];
  for (const readerId of readerIds) {
    const request = await readingAlone(options, tenantId, readerId, facts.agentId);
    const asSubject = (subjectId: string): MemoryFacts => ({
      ...facts,
      status: 'active',
      subjectIds: [subjectId],
    });
    if (candidates.some((id) => decide(request, asSubject(id)).decision === 'allow')) mayRead.push(readerId);
  }
  return { found: mayRead.length === 0 ? [] : [{ row, readerIds: mayRead }], isCut: false };
};

export const wideningOf = (
  { found: opened, isCut }: Opening,
  nameOf: (entityId: string) => string,
): Widening => {
  const readers = [...new Set(opened.flatMap(({ readerIds }) => readerIds))].sort();
  return {
    memories: opened.slice(0, mostListed).map(({ row, readerIds }) => ({
      id: row.facts.memoryId,
      kind: row.kind,
      memory: row.content ?? '',
      source_type: row.facts.source?.type ?? null,
      readers: [...readerIds],
    })),
    readers: readers.map((entityId) => ({ entity_id: entityId, name: nameOf(entityId) })),
    more: isCut || opened.length > mostListed,
  };
};
