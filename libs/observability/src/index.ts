export { createLog, Log, type LogEvent, type LogLevel, type LogOptions, type LogOutput } from './log.js';
export type { LogFields } from './log-fields.js';
export { Metrics, type Reading } from './metrics.js';
