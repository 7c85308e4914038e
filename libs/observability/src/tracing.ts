import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api';

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL } as const;

/** INVARIANT: names and attributes are ids and closed words, never what somebody wrote: whoever collects traces may read them. */
export interface SpanOf {
  readonly name: string;
  readonly kind: keyof typeof kinds;
  /** W3C trace context of what led to it; absent: what is under way here. */
  readonly from?: string | null | undefined;
  readonly attributes?: Readonly<Record<string, string | number>>;
  readonly startedAt?: Date;
}

export interface OpenSpan {
  /** Whatever begins in there, waits and goes on belongs to the span. */
  run<T>(work: () => T): T;
  end(failure?: unknown): void;
}

let isOn = false;

/** Whether anybody collects spans. Where nobody does, nothing is made, carried or kept for them. */
export const isTracing = (): boolean => isOn;

export const setTracing = (on: boolean): void => {
  isOn = on;
};

const silent: OpenSpan = { run: (work) => work(), end: () => undefined };

const parentOf = (from: SpanOf['from']): Context =>
  typeof from === 'string'
    ? propagation.extract(ROOT_CONTEXT, { traceparent: from })
    : from === null
      ? ROOT_CONTEXT
      : context.active();

export const openSpan = ({ name, kind, from, attributes, startedAt }: SpanOf): OpenSpan => {
  if (!isOn) return silent;
  const parent = parentOf(from);
  const options = { kind: kinds[kind], ...(attributes ? { attributes } : {}) };
  const span = trace
    .getTracer('kith')
    .startSpan(name, startedAt ? { ...options, startTime: startedAt } : options, parent);
  return {
    run: (work) => context.with(trace.setSpan(parent, span), work),
    end: (failure) => {
      if (failure !== undefined) {
        // Its message may quote what people wrote.
        span.setAttribute('error.type', failure instanceof Error ? failure.name : 'unknown');
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
};

/** Work that is a span. */
export const traced = async <T>(one: SpanOf, work: () => Promise<T>): Promise<T> => {
  const span = openSpan(one);
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(error ?? 'unknown');
    throw error;
  }
};

/** Spans of what was done at once for several that came of different things: one for each, over the same time. */
export const tracedForEach = async <T>(all: readonly SpanOf[], work: () => Promise<T>): Promise<T> => {
  const [first, ...others] = all.map(openSpan);
  if (!first) return work();
  let failure: unknown;
  try {
    return await first.run(work);
  } catch (error) {
    failure = error ?? 'unknown';
    throw error;
  } finally {
    for (const span of [first, ...others]) span.end(failure);
  }
};

/** The trace context of what is under way, for whatever is sent in its course; null where nothing is traced. */
export const traceparentNow = (): string | null => {
  if (!isOn) return null;
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier['traceparent'] ?? null;
};

const traceparentForm = /^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/u;

/** What somebody sent, when it is a trace context and anybody wants to know. */
export const traceparentIn = (headers: Readonly<Record<string, string>>): string | null => {
  const given = headers['traceparent'];
  return isOn && given !== undefined && traceparentForm.test(given) ? given : null;
};
