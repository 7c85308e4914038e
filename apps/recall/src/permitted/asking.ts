import type { Sql, Store } from '#database';
import {
  defaultAgent,
  failed,
  type Caller,
  type EntityRef,
  type PlaceRef,
  type ViewerParams,
  isOperator,
  viewerRefOf,
  placeRefOf,
} from '#contracts';
import type { Knobs, MemoryStatus } from '#domain';
import type { Reranker } from '#embeddings';
import type { EventLog } from '#event-log';
import type { MemoryIndex } from '#memory-index';
import type { Operation } from '#policy';
import { loadReadRequest, type LoadedRequest } from '#read-models';
import type { Encoders } from '../indexing/encoders.js';

export interface AnsweringOptions {
  /** Somebody waits: before other work, and not for ever. */
  readonly database: Store;
  readonly log: EventLog;
  readonly index: MemoryIndex;
  readonly encoders: Pick<Encoders, 'answering'>;
  /** Null: nobody orders anew what was ranked. */
  readonly reranker: Reranker | null;
  readonly knobs: Knobs;
  readonly now: () => Date;
  readonly onDecided: (rule: string, decision: string) => void;
  readonly onStage: (stage: string, seconds: number, mode: string) => void;
  /** The embedder failed, so this recall goes by words alone. */
  readonly onWordsAlone: (cause: unknown) => void;
  /** The reranker failed: the order is as it was. */
  readonly onOrderKept: (cause: unknown) => void;
  /** It could not be read who asks, so the gate was answered. */
  readonly onUnreadable: (cause: unknown) => void;
  /** These facts were told to somebody. */
  readonly onTold: (tenantId: string, memoryIds: readonly string[]) => void;
}

interface AskingInput {
  readonly caller: Caller;
  /** Undefined where nobody named one. */
  readonly agent: string | undefined;
  readonly operation: Operation;
  readonly viewer: EntityRef | null;
  readonly place: PlaceRef | null;
  readonly audience: readonly EntityRef[];
  readonly asOf: Date | null;
  readonly requestedStatus?: MemoryStatus;
}

/**
 * A request as the decision sees it. Without a viewer an operator inspects; recalling so, whoever asks is the one user of a
 * tenant that has no other.
 */
export const ask = (
  sql: Sql,
  options: Pick<AnsweringOptions, 'knobs' | 'now'>,
  input: AskingInput,
): Promise<LoadedRequest> => {
  const isInspection = input.viewer === null && isOperator(input.caller) && input.operation !== 'recall';
  return loadReadRequest(sql, {
    tenantId: input.caller.tenantId,
    agent: input.agent ?? (isInspection ? null : defaultAgent),
    principal: isOperator(input.caller) ? 'operator' : 'client',
    operation: isInspection ? 'inspect' : input.operation,
    viewer: input.viewer,
    place: input.place,
    audience: input.audience,
    knobs: options.knobs,
    now: options.now(),
    asOf: input.asOf,
    requestedStatus: input.requestedStatus ?? 'active',
  });
};

/** One memory is asked for by its id: who names no agent asks its own. */
export const askOfOne = async (
  sql: Sql,
  options: Pick<AnsweringOptions, 'knobs' | 'now'>,
  caller: Caller,
  operation: Operation,
  viewer: ViewerParams,
): Promise<LoadedRequest> => {
  const asked = await askByParams(sql, options, caller, operation, viewer);
  return viewer.agent_id === undefined ? { ...asked, request: { ...asked.request, agentId: null } } : asked;
};

/** Only operators may leave the viewer out, and whoever serves the one user of a tenant. */
export const isViewerMissing = (
  { knobs }: Pick<AnsweringOptions, 'knobs'>,
  caller: Caller,
  viewer: ViewerParams,
): boolean => viewerRefOf(viewer) === null && !isOperator(caller) && knobs['identity.mode'] === 'multi_user';

export const viewerRequired = failed('invalid', 'who asks is required', [
  { path: 'viewer_id', message: 'is required: only operators may leave the viewer out' },
]);

export const askByParams = (
  sql: Sql,
  options: Pick<AnsweringOptions, 'knobs' | 'now'>,
  caller: Caller,
  operation: Operation,
  viewer: ViewerParams,
  requestedStatus: MemoryStatus = 'active',
): Promise<LoadedRequest> =>
  ask(sql, options, {
    caller,
    agent: viewer.agent_id,
    operation,
    viewer: viewerRefOf(viewer),
    place: placeRefOf(viewer),
    audience: [],
    asOf: null,
    requestedStatus,
  });
