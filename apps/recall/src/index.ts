import type { Database } from '#database';
import type { Answer, RecallAnswer, RecallService } from '#domain';
import type { Consumption, MessageBus, RequestReply } from '#messaging';
import type { AnsweringOptions } from './answering/asking.js';
import { explainPolicy } from './answering/explaining.js';
import { listGrants } from './answering/grants.js';
import { memoryHistory } from './answering/history.js';
import { getMemory, listMemories, stats } from './answering/listing.js';
import { recall, search } from './answering/recall.js';
import { scopeOfAccount } from './answering/scope.js';
import { getEntity, listUsers } from './answering/users.js';
import { DocumentVectors } from './indexing/document-vectors.js';
import { indexDeliveries, indexFirst } from './indexing/indexer.js';

export { rebuildIndex } from './indexing/rebuild-index.js';

export interface RecallOptions extends Omit<AnsweringOptions, 'database'> {
  readonly database: Database;
  readonly bus: MessageBus;
  readonly services: RequestReply;
  readonly onIndexed: (entries: number) => void;
  /** The embedder failed, so facts are indexed by their words until it is back. */
  readonly onVectorsOwed: (error: unknown) => void;
  readonly onRecalled: (mode: string, outcome: RecallOutcome) => void;
}
export type RecallOutcome = 'answered' | 'empty' | 'gated' | 'refused' | 'failed';

const outcomeOf = (
  answer: Answer<Pick<RecallAnswer, 'results'> & { readonly gated?: boolean }>,
): RecallOutcome => {
  if (!answer.ok) return 'refused';
  if (answer.value.gated === true) return 'gated';
  return answer.value.results.length > 0 ? 'answered' : 'empty';
};

/** Query side: keeps the index in step with what changed, and answers who may be told what. */
export class Recall {
  private consumption: Consumption | null = null;

  private readonly vectors: DocumentVectors;

  constructor(private readonly options: RecallOptions) {
    this.vectors = new DocumentVectors({ ...options, onAway: options.onVectorsOwed });
  }

  async start(): Promise<void> {
    const { options } = this;
    const answering: AnsweringOptions = { ...options, database: options.database.reading };
    const service: RecallService = {
      recall: ({ caller, request }) => this.counted(request.mode, recall(answering, caller, request)),
      search: ({ caller, request }) => this.counted(request.mode, search(answering, caller, request)),
      list: ({ caller, query }) => listMemories(answering, caller, query),
      get: ({ caller, memoryId, viewer }) => getMemory(answering, caller, memoryId, viewer),
      history: ({ caller, memoryId, viewer }) => memoryHistory(answering, caller, memoryId, viewer),
      users: ({ caller, ...query }) => listUsers(answering, caller, query),
      entity: ({ caller, entityId, viewer }) => getEntity(answering, caller, entityId, viewer),
      scope: ({ caller, platform, platformUserId }) =>
        scopeOfAccount(answering, caller, platform, platformUserId),
      explain: ({ caller, request }) => explainPolicy(answering, caller, request),
      stats: ({ caller }) => stats(answering, caller),
      grants: ({ caller, query }) => listGrants(answering, caller, query),
    };
    // Beside the first requests: a search waits for it, and meets its failure again with somebody to tell.
    options.index.warm().catch(() => undefined);
    for (const [operation, handler] of Object.entries(service))
      options.services.respond('recall', operation, handler as (input: unknown) => Promise<unknown>);
    const indexing = { ...options, vectors: this.vectors };
    options.services.respond('recall', 'index', indexFirst(indexing));
    this.consumption = await options.bus.consume({
      name: 'recall-indexer',
      kind: 'facts',
      // Each tells of up to 50 changes.
      batchSize: 8,
      // Many: a process killed again and again uses one up each time, and what is not indexed is not found.
      maxAttempts: 50,
      handle: indexDeliveries(indexing),
    });
    // What was indexed without vectors before this start.
    this.vectors.owe();
  }

  private async counted<T extends Pick<RecallAnswer, 'results'>>(
    mode: string,
    answering: Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    try {
      const answer = await answering;
      this.options.onRecalled(mode, outcomeOf(answer));
      return answer;
    } catch (error) {
      this.options.onRecalled(mode, 'failed');
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.consumption?.stop();
    await this.vectors.stop();
  }

  /** Resolves when every notice published before the call is indexed. */
  async settled(withinMs: number): Promise<void> {
    await this.consumption?.drained(withinMs);
  }
}
