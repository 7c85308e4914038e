import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  answered,
  failed,
  health,
  stats,
  type Answer,
  type Caller,
  type RecallService,
  type StatsView,
  isOperator,
} from '#contracts';
import { firstTenant } from '../auth/tenants.js';
import { Endpoint, OpenEndpoint, type Call } from '../http/endpoint.js';
import { faultFields, type GatewayLog } from '../telemetry/log.js';
import { EdgeMetrics } from '../telemetry/metrics.js';
import { unavailable } from '../http/problem.js';
import { LOG, READINESS, RECALL } from '../tokens.js';

/** What must answer before this process takes requests, by name. */
export type Readiness = Readonly<Record<string, () => Promise<unknown>>>;

@Controller()
export class OperationsController {
  constructor(
    @Inject(RECALL) private readonly recall: RecallService,
    @Inject(EdgeMetrics) private readonly metrics: EdgeMetrics,
    @Inject(READINESS) private readonly readiness: Readiness,
    @Inject(LOG) private readonly log: GatewayLog,
  ) {}

  @Endpoint({
    method: 'GET',
    path: '/v1/stats',
    tag: 'operations',
    summary: 'How much there is',
    roles: ['operator'],
    reads: 'counts',
    answer: stats,
  })
  stats({ caller }: Call): Promise<Answer<StatsView>> {
    return this.recall.stats({ caller });
  }

  @OpenEndpoint({
    method: 'GET',
    path: '/healthz',
    tag: 'operations',
    summary: 'The process is alive',
    reads: 'none',
    answer: health,
  })
  alive(): Promise<Answer<{ status: string }>> {
    return Promise.resolve(answered({ status: 'ok' }));
  }

  @OpenEndpoint({
    method: 'GET',
    path: '/readyz',
    tag: 'operations',
    summary: 'Everything needed to answer is there',
    reads: 'none',
    answer: health,
  })
  async ready(): Promise<Answer<{ status: string }>> {
    for (const [name, check] of Object.entries(this.readiness)) {
      try {
        await check();
      } catch (error) {
        this.log.warn({ event: 'readiness.failed', check: name, ...faultFields(error) });
        throw unavailable();
      }
    }
    return answered({ status: 'ok' });
  }

  @OpenEndpoint({
    method: 'GET',
    path: '/metrics',
    tag: 'operations',
    // What is counted of memories and decisions is not for everybody who can reach the port.
    roles: 'open-here',
    summary: 'Metrics in the format of Prometheus',
    about:
      "With an operator's key of the tenant `default`: they count what is done for every tenant, so operators of another are refused. Without a key: of the process and of HTTP alone.",
    reads: 'counts',
    answer: z.string(),
    produces: 'text/plain; version=0.0.4; charset=utf-8',
  })
  async numbers(caller: Caller | null): Promise<Answer<string>> {
    const isOfOperator = caller !== null && isOperator(caller);
    // INVARIANT: what is counted over all tenants is told to nobody of one of them.
    if (isOfOperator && caller.tenantId !== firstTenant)
      return failed(
        'forbidden',
        'These numbers are of all tenants: they are for operators of the first one.',
      );
    return answered(await this.metrics.render(isOfOperator));
  }
}
