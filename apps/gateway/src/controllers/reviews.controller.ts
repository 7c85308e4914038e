import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  decidedReview,
  decidedReviews,
  decideReviewSchema,
  decideReviewsSchema,
  listReviewsSchema,
  oneReview,
  pageOf,
  raiseReviewSchema,
  reviewView,
  waitParamsSchema,
  type Answer,
  type DecidedReview,
  type DecidedReviews,
  type DecideReview,
  type DecideReviews,
  type IngestService,
  type ListReviews,
  type OneReview,
  type Page,
  type RaiseReview,
  type RecallService,
  type ReviewVerdict,
  type ReviewView,
  type WaitParams,
} from '#contracts';
import { Endpoint, type Call } from '../http/endpoint.js';
import { INGEST, RECALL } from '../tokens.js';

const idParams = z.strictObject({ id: z.uuid() });
type IdParams = z.output<typeof idParams>;
type Deciding = Call<WaitParams, DecideReview, IdParams>;

const waitOf = ({ wait, timeout_ms: timeoutMs }: WaitParams): number => (wait === 'indexed' ? timeoutMs : 0);

/** What the three verdicts have in common. */
const deciding = {
  method: 'POST',
  tag: 'reviews',
  roles: ['operator'],
  reads: 'people',
  params: idParams,
  query: waitParamsSchema,
  body: decideReviewSchema,
  bodyMayBeAbsent: true,
  answer: decidedReview,
} as const;

@Controller()
export class ReviewsController {
  constructor(
    @Inject(RECALL) private readonly recall: RecallService,
    @Inject(INGEST) private readonly ingest: IngestService,
  ) {}

  @Endpoint({
    method: 'GET',
    path: '/v1/reviews',
    tag: 'reviews',
    summary: 'What waits for a person to decide, and what was decided',
    about:
      'Oldest first. Each item shows its evidence, why it is suspicious, and what its approval would let whom read. The look is audited.',
    roles: ['operator'],
    reads: 'memories',
    query: listReviewsSchema,
    answer: pageOf(reviewView),
  })
  list({ caller, query }: Call<ListReviews>): Promise<Answer<Page<ReviewView>>> {
    return this.recall.reviews({ caller, query });
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/reviews/{id}',
    tag: 'reviews',
    summary: 'One item, with all that was proposed and decided about it',
    roles: ['operator'],
    reads: 'memories',
    params: idParams,
    answer: oneReview,
  })
  get({ caller, params }: Call<undefined, undefined, IdParams>): Promise<Answer<OneReview>> {
    return this.recall.review({ caller, reviewId: params.id });
  }

  @Endpoint({
    method: 'POST',
    path: '/v1/reviews',
    tag: 'reviews',
    summary: 'Say that a memory is not so, or that several say the same',
    about:
      '“That was not me”, of a memory that the viewer may read, and said, owns or is the subject of; approved, it is told to nobody. Operators say of several that they say the same; approved, the first is told alone. Until then nothing changes.',
    roles: ['client'],
    reads: 'none',
    body: raiseReviewSchema,
    answer: decidedReview,
    status: 201,
  })
  raise({ caller, body }: Call<undefined, RaiseReview>): Promise<Answer<DecidedReview>> {
    return this.ingest.raiseReview({ caller, asked: body });
  }

  @Endpoint({
    method: 'POST',
    path: '/v1/reviews/decide',
    tag: 'reviews',
    summary: 'Decide about many alike',
    about:
      'By ids, or all of a kind that wait (200 at most). What may not be decided so is told and holds up nothing else; `dry_run` tells the same and decides nothing.',
    roles: ['operator'],
    reads: 'people',
    query: waitParamsSchema,
    body: decideReviewsSchema,
    answer: decidedReviews,
  })
  decideMany({ caller, query, body }: Call<WaitParams, DecideReviews>): Promise<Answer<DecidedReviews>> {
    return this.ingest.decideReviews({ caller, asked: body, waitMs: waitOf(query) });
  }

  @Endpoint({
    ...deciding,
    path: '/v1/reviews/{id}/approve',
    summary: 'Approve what waits for a decision',
    about:
      'Whoever proposed it may not approve it. An item is decided once: whoever comes second is told 409. `choice` says who is meant, where that is the question.',
  })
  approve(call: Deciding): Promise<Answer<DecidedReview>> {
    return this.pass('approve', call);
  }

  @Endpoint({
    ...deciding,
    path: '/v1/reviews/{id}/reject',
    summary: 'Reject what waits for a decision',
    about: 'It is not asked again until stronger evidence comes.',
  })
  reject(call: Deciding): Promise<Answer<DecidedReview>> {
    return this.pass('reject', call);
  }

  @Endpoint({
    ...deciding,
    path: '/v1/reviews/{id}/undo',
    summary: 'Take a decision back',
    about: 'Recall answers as it did before the decision, to the byte.',
  })
  undo(call: Deciding): Promise<Answer<DecidedReview>> {
    return this.pass('undo', call);
  }

  private pass(
    verdict: ReviewVerdict,
    { caller, params, query, body }: Deciding,
  ): Promise<Answer<DecidedReview>> {
    return this.ingest.decideReview({
      caller,
      reviewId: params.id,
      verdict,
      given: body,
      waitMs: waitOf(query),
    });
  }
}
