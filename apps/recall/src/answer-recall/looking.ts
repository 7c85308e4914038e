import type { RecallRequest } from '#contracts';
import { agentEntityId } from '#domain';
import type { LaneQuery, Order } from '#memory-index';
import { overtakenAmong } from '#read-models';
import { allOf, isIn, not, type Plan, type ReadRequest } from '#policy';
import { bundledCalibration, planLanes, type Fused, type PeopleAskedAbout } from '#retrieval';
import type { AnsweringOptions } from '../permitted/asking.js';
import { findPermitted, type PermittedHits } from '../permitted/permitted.js';
import type { Ranked } from '../permitted/permitted.js';
import { mayAnswer, rank } from './ranking.js';

/** One question, understood: what it may reach, whom it is about, and in which order its answers stand. */
export interface UnderstoodQuestion {
  readonly body: RecallRequest;
  readonly request: ReadRequest;
  readonly plan: Plan;
  readonly filter: Plan;
  readonly people: PeopleAskedAbout;
  readonly askedIds: readonly string[];
  readonly order: Order;
}

export interface Looked {
  readonly queries: readonly LaneQuery[];
  readonly found: PermittedHits;
  readonly ranked: readonly Fused<Ranked>[];
}

type Kinds = readonly ('fact' | 'message')[];

/**
 * As excerpts are looked for that nobody asked for: where others read along, words said alone with the agent are quoted
 * to nobody, not even to who said them. The others could not have scrolled up to them.
 */
export const quoting = (asking: UnderstoodQuestion): UnderstoodQuestion =>
  asking.request.audience.length > 1
    ? { ...asking, filter: allOf(asking.filter, not(isIn('visibility_scope', ['private_subject']))) }
    : asking;

/** What the index is asked, and how deep. */
const laneQueries = (
  asking: UnderstoodQuestion,
  kinds: Kinds,
  saidByIds: readonly string[],
): readonly LaneQuery[] => {
  const { request, body, people, askedIds, order } = asking;
  return planLanes({
    readable: asking.plan,
    filter: asking.filter,
    lanes: body.lanes,
    viewerIds: request.viewer?.cluster ?? [],
    askedIds,
    saidByIds,
    agentId: agentEntityId(request.tenantId, body.agent_id),
    kinds,
    memoryType: body.mode === 'typed' ? (body.memory_type ?? null) : null,
    topK: body.top_k,
    complete: people.attribution,
  }).map((lane) => ({
    name: lane.name,
    where: lane.where,
    // All that is held about somebody is wanted, whether or not it resembles the question.
    order: lane.complete && order.by === 'relevance' ? { by: 'recency' } : order,
    limit: lane.limit,
    offset: 0,
  }));
};

/**
 * What this request may be told of these kinds, best first. Where whose words are asked for wrote none, what others wrote
 * may tell: "why did Ann just say names?" asks for no words of Ann's.
 */
export const look = async (
  options: AnsweringOptions,
  asking: UnderstoodQuestion,
  kinds: Kinds,
): Promise<Looked> => {
  const { saidBy } = asking.people;
  const first = await lookFor(options, asking, kinds, saidBy);
  const isOver = !kinds.includes('message') || saidBy.length === 0;
  if (isOver || first.ranked.some(({ row }) => row.kind === 'message')) return first;
  const second = await lookFor(options, asking, ['message'], []);
  return { ...together(first, second), ranked: [...first.ranked, ...second.ranked] };
};

const lookFor = async (
  options: AnsweringOptions,
  asking: UnderstoodQuestion,
  kinds: Kinds,
  saidByIds: readonly string[],
): Promise<Looked> => {
  const { request, body, people, askedIds } = asking;
  const queries = laneQueries(asking, kinds, saidByIds);
  const found = await findPermitted(options, request, queries, body.top_k, mayAnswer(body));
  const calibration = options.encoders.answering?.calibration ?? bundledCalibration;
  return { queries, found, ranked: rank({ body, request, people, askedIds, found, calibration }) };
};

/** Excerpts that nobody asked for tell nothing as if it stood that was taken back, put right or replaced since. */
export const withoutOvertaken = async (
  { database }: AnsweringOptions,
  request: ReadRequest,
  looked: Looked,
): Promise<Looked> => {
  const ids = looked.ranked.map(({ row }) => row.id);
  const overtaken = await overtakenAmong(database, request, ids);
  return { ...looked, ranked: looked.ranked.filter(({ row }) => !overtaken.has(row.id)) };
};

export const together = (first: Looked, second: Looked): Omit<Looked, 'ranked'> => ({
  queries: [...first.queries, ...second.queries],
  found: {
    lanes: [...first.found.lanes, ...second.found.lanes],
    allowed: new Map([...first.found.allowed, ...second.found.allowed]),
    decided: new Map([...first.found.decided, ...second.found.decided]),
    isExhausted: first.found.isExhausted && second.found.isExhausted,
  },
});
