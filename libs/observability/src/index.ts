export { createLog, Log, type LogEvent, type LogOptions } from './log.js';
export type { LogFields } from './log-fields.js';
export type { GaugeReadings } from './gauges.js';
export { Metrics } from './metrics.js';
