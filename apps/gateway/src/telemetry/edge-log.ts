import type { Log, LogEvent, LogFields } from '#observability';
import type { GatewayLog } from './log.js';

const names: Readonly<Record<string, keyof LogFields>> = {
  request_id: 'requestId',
  correlation_id: 'correlationId',
  tenant_id: 'tenantId',
  key_id: 'keyId',
  method: 'method',
  route: 'route',
  status: 'httpStatus',
  ms: 'durationMs',
  service: 'component',
  operation: 'operation',
  viewer_id: 'viewerId',
  event_keys: 'eventKeys',
  memory_ids: 'memoryIds',
  mode: 'mode',
  accepted: 'accepted',
  duplicates: 'duplicates',
  rejected: 'rejected',
  results: 'results',
  check: 'component',
  late: 'late',
  fault: 'reason',
  code: 'code',
  frames: 'frames',
};

const fieldsOf = (fields: Readonly<Record<string, unknown>>): LogFields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const known = names[name];
      return known === undefined ? [] : [[known, value]];
    }),
  );

const isEventName = (event: unknown): event is LogEvent => typeof event === 'string' && event.includes('.');

/** The edge writes plain fields; the log keeps those that it has a shape for. */
export const edgeLog = (log: Log): GatewayLog => {
  const write = (level: 'info' | 'warn' | 'error') => (fields: Readonly<Record<string, unknown>>) => {
    const { event, ...rest } = fields;
    log[level](isEventName(event) ? event : 'edge.reported', fieldsOf(rest));
  };
  return { info: write('info'), warn: write('warn'), error: write('error') };
};
