export { createLog, Log, type LogEvent, type LogOptions } from './log.js';
export type { LogFields } from './log-fields.js';
export type { GaugeReadings } from './gauges.js';
export { Metrics } from './metrics.js';
export { startTracing } from './start-tracing.js';
export { isTracing, openSpan, traced, tracedForEach, traceparentIn, traceparentNow } from './tracing.js';
