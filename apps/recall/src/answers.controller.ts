import { Controller, Inject, UseFilters } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { Answer, RecallAnswer, RecallService } from '#contracts';
import { Metrics } from '#observability';
import { PassErrorsOn } from '#wiring';
import { explainPolicy } from './answer-recall/explaining.js';
import { listGrants } from './memories/grants.js';
import { memoryHistory } from './memories/history.js';
import { getMemory, listMemories, stats } from './memories/listing.js';
import { recall, search } from './answer-recall/recall.js';
import { scopeOfAccount, whoAmI } from './people/scope.js';
import { getReview, listReviews } from './reviews/reviews.js';
import { getEntity, listUsers } from './people/users.js';
import { indexAtOnce } from './indexing/indexer.js';
import { ANSWERING, INDEXING, type AnsweringOptions, type IndexerOptions } from './recall-parts.js';

type RecallOutcome = Parameters<Metrics['recallAnswered']>[1];
type Asked<Operation extends keyof RecallService> = Parameters<RecallService[Operation]>[0];
type Told<Operation extends keyof RecallService> = ReturnType<RecallService[Operation]>;

const outcomeOf = (
  answer: Answer<Pick<RecallAnswer, 'results'> & { readonly gated?: boolean }>,
): RecallOutcome => {
  if (!answer.ok) return 'refused';
  if (answer.value.gated === true) return 'gated';
  return answer.value.results.length > 0 ? 'answered' : 'empty';
};

/** Of no row: whether the index answers is all that is asked. */
const anyId = '00000000-0000-0000-0000-000000000000';

/** Query side: answers who may be told what. */
@Controller()
@UseFilters(PassErrorsOn)
export class AnswersController implements RecallService {
  constructor(
    @Inject(ANSWERING) private readonly answering: AnsweringOptions,
    @Inject(INDEXING) private readonly indexing: IndexerOptions,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {}

  @MessagePattern('recall.recall')
  recall({ caller, request }: Asked<'recall'>): Told<'recall'> {
    return this.counted(request.mode, recall(this.answering, caller, request));
  }

  @MessagePattern('recall.search')
  search({ caller, request }: Asked<'search'>): Told<'search'> {
    return this.counted(request.mode, search(this.answering, caller, request));
  }

  @MessagePattern('recall.list')
  list({ caller, query }: Asked<'list'>): Told<'list'> {
    return listMemories(this.answering, caller, query);
  }

  @MessagePattern('recall.get')
  get({ caller, memoryId, viewer }: Asked<'get'>): Told<'get'> {
    return getMemory(this.answering, caller, memoryId, viewer);
  }

  @MessagePattern('recall.history')
  history({ caller, memoryId, viewer }: Asked<'history'>): Told<'history'> {
    return memoryHistory(this.answering, caller, memoryId, viewer);
  }

  @MessagePattern('recall.users')
  users({ caller, ...query }: Asked<'users'>): Told<'users'> {
    return listUsers(this.answering, caller, query);
  }

  @MessagePattern('recall.entity')
  entity({ caller, entityId, viewer }: Asked<'entity'>): Told<'entity'> {
    return getEntity(this.answering, caller, entityId, viewer);
  }

  @MessagePattern('recall.scope')
  scope({ caller, platform, platformUserId }: Asked<'scope'>): Told<'scope'> {
    return scopeOfAccount(this.answering, caller, platform, platformUserId);
  }

  @MessagePattern('recall.whoami')
  whoami({ caller, platform, platformUserId }: Asked<'whoami'>): Told<'whoami'> {
    return whoAmI(this.answering, caller, platform, platformUserId);
  }

  @MessagePattern('recall.explain')
  explain({ caller, request }: Asked<'explain'>): Told<'explain'> {
    return explainPolicy(this.answering, caller, request);
  }

  @MessagePattern('recall.stats')
  stats({ caller }: Asked<'stats'>): Told<'stats'> {
    return stats(this.answering, caller);
  }

  @MessagePattern('recall.reviews')
  reviews({ caller, query }: Asked<'reviews'>): Told<'reviews'> {
    return listReviews(this.answering, caller, query);
  }

  @MessagePattern('recall.review')
  review({ caller, reviewId }: Asked<'review'>): Told<'review'> {
    return getReview(this.answering, caller, reviewId);
  }

  @MessagePattern('recall.grants')
  grants({ caller, query }: Asked<'grants'>): Told<'grants'> {
    return listGrants(this.answering, caller, query);
  }

  /** Whether anybody answers here: without the index nobody does. */
  @MessagePattern('recall.ready')
  async ready(): Promise<null> {
    await this.indexing.index.positions([anyId]);
    return null;
  }

  /** Changes that somebody waits for, before those that the bus holds. */
  @MessagePattern('recall.index')
  index(asked: unknown): Promise<Answer<null>> {
    return indexAtOnce(this.indexing)(asked);
  }

  private async counted<T extends Pick<RecallAnswer, 'results'>>(
    mode: string,
    answering: Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    try {
      const answer = await answering;
      this.metrics.recallAnswered(mode, outcomeOf(answer));
      return answer;
    } catch (error) {
      this.metrics.recallAnswered(mode, 'failed');
      throw error;
    }
  }
}
