import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  decidedReview,
  decideReviewSchema,
  type Answer,
  type DecidedReview,
  type DecideReview,
  type IngestService,
} from '#contracts';
import { Endpoint, type Call } from '../endpoint.js';
import { INGEST } from '../tokens.js';

const idParams = z.strictObject({ id: z.uuid() });
type OneReview = Call<undefined, DecideReview, z.output<typeof idParams>>;

@Controller()
export class ReviewsController {
  constructor(@Inject(INGEST) private readonly ingest: IngestService) {}

  @Endpoint({
    method: 'POST',
    path: '/v1/reviews/{id}/approve',
    tag: 'reviews',
    summary: 'Approve what waits for a decision',
    about:
      'Whoever proposed it may not approve it. An item is decided once: whoever comes second is told 409.',
    roles: ['operator'],
    reads: 'people',
    params: idParams,
    body: decideReviewSchema,
    bodyMayBeAbsent: true,
    answer: decidedReview,
  })
  approve({ caller, params, body }: OneReview): Promise<Answer<DecidedReview>> {
    return this.ingest.decideReview({ caller, reviewId: params.id, verdict: 'approve', given: body });
  }

  @Endpoint({
    method: 'POST',
    path: '/v1/reviews/{id}/reject',
    tag: 'reviews',
    summary: 'Reject what waits for a decision',
    about: 'It is not asked again until stronger evidence comes.',
    roles: ['operator'],
    reads: 'people',
    params: idParams,
    body: decideReviewSchema,
    bodyMayBeAbsent: true,
    answer: decidedReview,
  })
  reject({ caller, params, body }: OneReview): Promise<Answer<DecidedReview>> {
    return this.ingest.decideReview({ caller, reviewId: params.id, verdict: 'reject', given: body });
  }

  @Endpoint({
    method: 'POST',
    path: '/v1/reviews/{id}/undo',
    tag: 'reviews',
    summary: 'Take a decision back',
    about: 'Recall answers as it did before the decision, to the byte.',
    roles: ['operator'],
    reads: 'people',
    params: idParams,
    body: decideReviewSchema,
    bodyMayBeAbsent: true,
    answer: decidedReview,
  })
  undo({ caller, params, body }: OneReview): Promise<Answer<DecidedReview>> {
    return this.ingest.decideReview({ caller, reviewId: params.id, verdict: 'undo', given: body });
  }
}
