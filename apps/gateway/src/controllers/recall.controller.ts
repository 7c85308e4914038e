import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  failed,
  memoryView,
  pageOf,
  policyExplainSchema,
  policyVerdict,
  recallAnswer,
  recallRequestSchema,
  scopeBlock,
  viewerParamsSchema,
  type Answer,
  type Caller,
  type MemoryView,
  type Page,
  type PolicyExplain,
  type PolicyExplainView,
  type RecallAnswer,
  type RecallRequest,
  type RecallService,
  type ScopeView,
  type ViewerParams,
  isOperator,
} from '#contracts';
import { Endpoint, type Call } from '../http/endpoint.js';
import type { GatewayLog } from '../telemetry/log.js';
import type { RequestIds } from '../http/request-state.js';
import { LOG, RECALL } from '../tokens.js';

const scopeQuery = z.strictObject({
  platform: z.string().min(1).max(512),
  platform_user_id: z.string().min(1).max(512),
});

const explainIsForOperators = () =>
  failed('forbidden', 'Explanations are for operators.', [
    { path: 'explain', message: 'needs the operator role' },
  ]);

@Controller()
export class RecallController {
  constructor(
    @Inject(RECALL) private readonly app: RecallService,
    @Inject(LOG) private readonly log: GatewayLog,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/v1/recall',
    tag: 'recall',
    summary: 'What may be said to this viewer, here',
    roles: ['client'],
    reads: 'memories',
    credentials: 'cut',
    body: recallRequestSchema,
    answer: recallAnswer,
  })
  async recall({ caller, body, ids }: Call<undefined, RecallRequest>): Promise<Answer<RecallAnswer>> {
    if (body.explain && !isOperator(caller)) return explainIsForOperators();
    const answer = await this.app.recall({ caller, request: body });
    if (answer.ok) this.#tell(caller, ids, body, answer.value.scope?.user_id ?? null, answer.value.results);
    return answer;
  }

  @Endpoint({
    method: 'POST',
    path: '/v1/memories/search',
    tag: 'recall',
    summary: 'Search without planning or rendering; the viewer may also come as query parameters',
    roles: ['client'],
    reads: 'memories',
    query: viewerParamsSchema,
    viewer: 'fold',
    credentials: 'cut',
    body: recallRequestSchema,
    answer: pageOf(memoryView),
  })
  async search({ caller, body, ids }: Call<ViewerParams, RecallRequest>): Promise<Answer<Page<MemoryView>>> {
    if (body.explain && !isOperator(caller)) return explainIsForOperators();
    const answer = await this.app.search({ caller, request: body });
    if (answer.ok) this.#tell(caller, ids, body, null, answer.value.results);
    return answer;
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/scope',
    tag: 'recall',
    summary: "An account's memory scope, and its block",
    roles: ['client'],
    reads: 'people',
    query: scopeQuery,
    answer: scopeBlock,
  })
  scope({
    caller,
    query,
  }: Call<z.output<typeof scopeQuery>>): Promise<Answer<ScopeView & { block: string }>> {
    return this.app.scope({ caller, platform: query.platform, platformUserId: query.platform_user_id });
  }

  @Endpoint({
    method: 'POST',
    path: '/v1/policy/explain',
    tag: 'recall',
    summary: 'Why a viewer may or may not hear a memory',
    roles: ['operator'],
    reads: 'memories',
    credentials: 'cut',
    body: policyExplainSchema,
    answer: policyVerdict,
  })
  explain({ caller, body }: Call<undefined, PolicyExplain>): Promise<Answer<PolicyExplainView>> {
    return this.app.explain({ caller, request: body });
  }

  /** The end of a memory's story: to whom it was told, by ids. */
  #tell(
    caller: Caller,
    ids: RequestIds,
    { mode }: RecallRequest,
    viewerId: string | null,
    results: readonly MemoryView[],
  ): void {
    this.log.info({
      event: 'recall.answered',
      request_id: ids.requestId,
      correlation_id: ids.correlationId,
      tenant_id: caller.tenantId,
      viewer_id: viewerId,
      mode,
      memory_ids: results.map(({ id }) => id),
      results: results.length,
    });
  }
}
