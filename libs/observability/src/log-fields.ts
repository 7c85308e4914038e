/**
 * The only fields a log line may carry, and the shape each value must have. A field that is not here, or whose value
 * has another shape, is dropped: memory text, names, keys and tokens have no field to stand in.
 */
export const fieldShapes = {
  tenantId: 'id',
  agentId: 'id',
  entityId: 'id',
  viewerId: 'id',
  speakerId: 'id',
  sourceId: 'id',
  recordId: 'id',
  messageId: 'id',
  memoryId: 'id',
  memoryIds: 'ids',
  conversationId: 'id',
  eventId: 'id',
  eventKey: 'id',
  eventKeys: 'ids',
  commandId: 'id',
  correlationId: 'id',
  causationId: 'id',
  requestId: 'id',
  keyId: 'id',
  reviewId: 'id',
  taskId: 'id',
  key: 'id',
  frames: 'ids',
  app: 'word',
  code: 'word',
  component: 'word',
  consumer: 'word',
  decision: 'word',
  embedder: 'word',
  engine: 'word',
  eventType: 'word',
  extractor: 'word',
  host: 'word',
  kind: 'word',
  lane: 'word',
  method: 'word',
  migration: 'word',
  mode: 'word',
  model: 'word',
  operation: 'word',
  outcome: 'word',
  policyVersion: 'word',
  projection: 'word',
  reason: 'word',
  route: 'word',
  rule: 'word',
  signal: 'word',
  stage: 'word',
  status: 'word',
  stream: 'word',
  subscription: 'word',
  table: 'word',
  task: 'word',
  version: 'word',
  accepted: 'number',
  afterMs: 'number',
  allowed: 'number',
  attempt: 'number',
  bytes: 'number',
  candidates: 'number',
  count: 'number',
  denied: 'number',
  duplicates: 'number',
  durationMs: 'number',
  facts: 'number',
  from: 'number',
  httpStatus: 'number',
  lag: 'number',
  messages: 'number',
  parked: 'number',
  partition: 'number',
  port: 'number',
  position: 'number',
  rate: 'number',
  rejected: 'number',
  results: 'number',
  to: 'number',
  total: 'number',
  waiting: 'number',
  dryRun: 'flag',
  gated: 'flag',
  late: 'flag',
  verified: 'flag',
  at: 'instant',
  error: 'error',
} as const;

interface Shapes {
  readonly id: string | null;
  readonly ids: readonly string[];
  readonly word: string | null;
  readonly number: number | bigint | null;
  readonly flag: boolean;
  readonly instant: Date | null;
  readonly error: unknown;
}
type FieldName = keyof typeof fieldShapes;
export type LogFields = { readonly [Name in FieldName]?: Shapes[(typeof fieldShapes)[Name]] | undefined };

export type LoggedValue = string | number | boolean | null | readonly string[] | ErrorLine;

/** An error without its message: messages of databases and parsers quote what they were given. */
export interface ErrorLine {
  readonly name: string;
  readonly code?: string;
  readonly frames: readonly string[];
  readonly cause?: ErrorLine;
}

// Braces are of routes: `/v1/memories/{id}`.
const wordShape = /^[\w.:/@+*{}-]{1,128}$/u;
// One run without blanks, so that no sentence passes for an id; platforms put '#', '|' and the like into theirs.
const idShape = /^[\x21-\x7e]{1,256}$/u;
const secretShape = /(?:sk-|ghp_|gho_|xox[abp]-|AKIA|eyJ[\w-]{8}|-----BEGIN|Bearer)/u;
const longestList = 50;
const deepest = 3;

const isId = (value: unknown): value is string =>
  typeof value === 'string' && idShape.test(value) && !secretShape.test(value);

const frameOf = (line: string): readonly string[] => {
  const place = /([^/\\()\s]{1,200}\.[cm]?[jt]s:\d{1,9}:\d{1,9})\)?$/u.exec(line)?.[1];
  return place === undefined ? [] : [place];
};

const errorLine = (error: unknown, depth = 0): ErrorLine => {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const code = 'code' in error ? String(error.code) : '';
  // The message stands before the frames and may itself hold line breaks.
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /u.test(line))
    .flatMap(frameOf)
    .slice(0, 6);
  return {
    name: wordShape.test(error.name) ? error.name : 'Error',
    ...(wordShape.test(code) ? { code } : {}),
    frames,
    ...(error.cause === undefined || depth >= deepest ? {} : { cause: errorLine(error.cause, depth + 1) }),
  };
};

/** The value as it may be logged; undefined when it has not the shape of its field. */
const shaped = (shape: keyof Shapes, value: unknown): LoggedValue | undefined => {
  if (value === null) return null;
  switch (shape) {
    case 'id':
      return isId(value) ? value : undefined;
    case 'ids':
      return Array.isArray(value) && value.every(isId) ? value.slice(0, longestList) : undefined;
    case 'word':
      return typeof value === 'string' && wordShape.test(value) && !secretShape.test(value)
        ? value
        : undefined;
    case 'number':
      if (typeof value === 'bigint') return value.toString();
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'flag':
      return typeof value === 'boolean' ? value : undefined;
    case 'instant':
      return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined;
    case 'error':
      return errorLine(value);
  }
};

const isFieldName = (name: string): name is FieldName => Object.hasOwn(fieldShapes, name);

/** What of these fields may be logged; `dropped` counts the others without naming them. */
export const loggable = (
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, LoggedValue>> => {
  const kept: Record<string, LoggedValue> = {};
  let dropped = 0;
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const logged = isFieldName(name) ? shaped(fieldShapes[name], value) : undefined;
    if (logged === undefined) dropped += 1;
    else kept[name] = logged;
  }
  return dropped === 0 ? kept : { ...kept, dropped };
};
