import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contentPolicyOf } from './docs-page.js';
import type { GatewayLog } from '../telemetry/log.js';
import type { EdgeMetrics } from '../telemetry/metrics.js';
import { stateOf } from '../http/request-state.js';

const templateOf = (request: FastifyRequest): string =>
  (request.routeOptions.url ?? 'unmatched').replace(/:(\w+)/gu, '{$1}');

/** On every answer, failures included. */
export const edgeHeaders = (request: FastifyRequest): Readonly<Record<string, string>> => {
  const { requestId, correlationId } = stateOf(request).ids;
  return {
    'x-request-id': requestId,
    'x-correlation-id': correlationId,
    'x-content-type-options': 'nosniff',
    'content-security-policy': contentPolicyOf(request),
    'cache-control': 'no-store',
  };
};

/** Ids in and out, one log line and one measurement a request. Never an address, a body or a key. */
export const observe = (server: FastifyInstance, log: GatewayLog, metrics: EdgeMetrics): void => {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(edgeHeaders(request));
    done();
  });
  server.addHook('onRequestAbort', (request, done) => {
    metrics.clientGone(templateOf(request));
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const { ids, startedAt, caller } = stateOf(request);
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const route = templateOf(request);
    metrics.answered(request.method, route, reply.statusCode, ms);
    log.info({
      event: 'request.answered',
      request_id: ids.requestId,
      correlation_id: ids.correlationId,
      method: request.method,
      route,
      status: reply.statusCode,
      ms,
      ...(caller ? { tenant_id: caller.tenantId, key_id: caller.keyId } : {}),
    });
    done();
  });
};
