/** DI tokens of what has no class of its own. */
export const RECALL = Symbol('RecallService');
export const INGEST = Symbol('IngestService');
export const JANITOR = Symbol('JanitorService');
export const LOG = Symbol('GatewayLog');
export const READINESS = Symbol('Readiness');
export const BACKLOG = Symbol('Backlog');
export const LIMITS = Symbol('GatewayLimits');
