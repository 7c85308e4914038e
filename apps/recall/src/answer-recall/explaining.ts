import {
  answered,
  failed,
  type Answer,
  type Caller,
  type ExplainedCandidate,
  type Explanation,
  type PolicyExplain,
  type PolicyExplainView,
  type RecallRequest,
  isOperator,
} from '#contracts';
import { agentEntityId } from '#domain';
import type { LaneQuery } from '#memory-index';
import { allOf, anyOf, isIn, policyVersion, type ReadRequest } from '#policy';
import { filterToPlan } from '#retrieval';
import { ask, type AnsweringOptions } from '../permitted/asking.js';
import { auditInspection, decideRows, findPermitted, type PermittedHits } from '../permitted/permitted.js';
import { laneShown } from './ranking.js';
import type { Stopwatch } from './stopwatch.js';

interface Explained {
  readonly found: PermittedHits;
  readonly queries: readonly LaneQuery[];
}

const mostCandidates = 200;

/** What the question would have found without any plan, each with its verdict: denied ones are the point of asking. */
const withheld = async (
  options: AnsweringOptions,
  request: ReadRequest,
  explained: Explained,
  body: RecallRequest,
): Promise<PermittedHits> => {
  const [query] = explained.queries;
  const filter = filterToPlan(body.filters);
  const where = allOf(
    isIn('tenant_id', [request.tenantId]),
    anyOf(isIn('agent_id', [agentEntityId(request.tenantId, body.agent_id)]), {
      kind: 'absent',
      field: 'agent_id',
    }),
    isIn('kind', body.include_messages ? ['fact', 'message'] : ['fact']),
    filter.ok ? filter.plan : 'nothing',
  );
  const order = query?.order ?? { by: 'recency' as const };
  const limit = mostCandidates;
  return findPermitted(options, request, [{ name: 'unrestricted', where, order, limit, offset: 0 }], 1);
};

const notesOn = (options: AnsweringOptions, queries: readonly LaneQuery[]): readonly string[] =>
  options.encoders.answering !== null &&
  queries.some(({ order }) => order.by === 'relevance' && order.embedding === null)
    ? ['the embedder failed: found by words alone']
    : [];

export const explainRecall = async (
  options: AnsweringOptions,
  caller: Caller,
  request: ReadRequest,
  explained: Explained,
  body: RecallRequest,
  clock: Stopwatch,
): Promise<Explanation> => {
  const laneOf = new Map(
    explained.found.lanes
      .flatMap((lane) => lane.hits.map((hit) => [hit.id, laneShown(lane.name, body)] as const))
      .reverse(),
  );
  const all = await withheld(options, request, explained, body);
  const similarity = new Map(
    [...all.lanes, ...explained.found.lanes].flatMap((lane) =>
      lane.hits.map((hit) => [hit.id, hit.similarity] as const),
    ),
  );
  const decided = new Map([...explained.found.decided, ...all.decided]);
  await auditInspection(options.log, caller, 'explain', [...decided.keys()], options.now());
  const candidates = [...decided].map(([id, { verdict }]): ExplainedCandidate => ({
    id,
    lane: laneOf.get(id) ?? null,
    similarity: similarity.get(id) ?? null,
    decision: verdict.decision,
    rule: verdict.rule,
    reason: verdict.reason,
  }));
  return {
    policy_version: policyVersion,
    knobs: options.knobs,
    lanes: explained.found.lanes.map((lane) => ({
      lane: laneShown(lane.name, body),
      candidates: lane.hits.length,
      allowed: lane.hits.filter((hit) => explained.found.allowed.has(hit.id)).length,
    })),
    candidates,
    notes: notesOn(options, explained.queries),
    timings_ms: clock.milliseconds,
  };
};

/** Why one memory may, or may not, be heard by this viewer here. */
export const explainPolicy = async (
  options: AnsweringOptions,
  caller: Caller,
  body: PolicyExplain,
): Promise<Answer<PolicyExplainView>> => {
  if (!isOperator(caller)) return failed('forbidden', 'explanations need the operator role');
  const asked = await ask(options.database, options, {
    caller,
    agent: body.agent_id,
    operation: 'recall',
    viewer: body.viewer,
    place: body.source ?? null,
    audience: body.audience,
    asOf: null,
  });
  const decided = (
    await decideRows(options.database, asked.request, [body.memory_id], options.onDecided)
  ).get(body.memory_id);
  if (!decided) return failed('not-found', 'no such memory');
  await auditInspection(options.log, caller, 'explain', [body.memory_id], options.now());
  const { decision, rule, reason } = decided.verdict;
  return answered({ decision, rule, reason, policy_version: policyVersion, knobs: options.knobs });
};
