import { context, propagation, trace } from '@opentelemetry/api';
import { setTracing } from './tracing.js';

export interface TracingOptions {
  /** Which of the apps this process is. */
  readonly app: string;
  /** Where spans go, by OTLP over HTTP. */
  readonly url: string;
  /** 0 to 1: of what nobody has decided about before it came here. */
  readonly share: number;
}

/** From here on spans are collected. The kit is loaded where it is wanted alone. Answers how to end it, with all that is left sent. */
export const startTracing = async ({ app, url, share }: TracingOptions): Promise<() => Promise<void>> => {
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, core, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': `kith-${app}`,
      'service.namespace': 'kith',
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  setTracing(true);
  return async () => {
    setTracing(false);
    // A collector that is not there keeps nobody from ending.
    await provider.shutdown().catch(() => undefined);
    trace.disable();
    propagation.disable();
    context.disable();
  };
};
