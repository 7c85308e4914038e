import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  erasureKey,
  orderedErasure,
  erasureView,
  listErasuresSchema,
  orderErasureSchema,
  pageOf,
  viewerParamsSchema,
  type Answer,
  type ErasureKey,
  type OrderedErasure,
  type ErasureView,
  type IngestService,
  type ListErasures,
  type OrderErasure,
  type Page,
  type ViewerParams,
} from '#contracts';
import { Endpoint, Reply, type Call } from '../http/endpoint.js';
import { INGEST } from '../tokens.js';

const idParams = z.strictObject({ id: z.uuid() });

@Controller()
export class ErasuresController {
  constructor(@Inject(INGEST) private readonly ingest: IngestService) {}

  @Endpoint({
    method: 'POST',
    path: '/v1/erasures',
    tag: 'erasures',
    summary: 'Destroy what somebody said, what was said of them, or both, or what was said in a place',
    about:
      'For good: words, evidence, vectors, names, and the keys that seal them in the log, of every agent, with all linked accounts. A client erases its viewer alone. With dry_run nothing is changed, and 200 tells what would be found.',
    roles: ['client'],
    reads: 'erasures',
    viewer: 'query',
    query: viewerParamsSchema,
    body: orderErasureSchema,
    answer: orderedErasure,
    status: 202,
    otherStatuses: { 200: 'What would be found: a dry run.' },
  })
  async order({
    caller,
    query,
    body,
  }: Call<ViewerParams, OrderErasure>): Promise<Answer<OrderedErasure> | Reply<OrderedErasure>> {
    const answer = await this.ingest.orderErasure({ caller, order: body, viewer: query });
    return answer.ok && body.dry_run ? new Reply(200, answer.value) : answer;
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/erasures',
    tag: 'erasures',
    summary: 'Erasures, the newest first',
    roles: ['operator'],
    reads: 'erasures',
    query: listErasuresSchema,
    answer: pageOf(erasureView),
  })
  list({ caller, query }: Call<ListErasures>): Promise<Answer<Page<ErasureView>>> {
    return this.ingest.erasures({ caller, query });
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/erasures/key',
    tag: 'erasures',
    summary: 'The public key of the store, by which anybody can check its receipts',
    roles: ['client'],
    reads: 'none',
    answer: erasureKey,
  })
  key({ caller }: Call): Promise<Answer<ErasureKey>> {
    return this.ingest.erasureKey({ caller });
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/erasures/{id}',
    tag: 'erasures',
    summary: 'How an erasure stands; its signed receipt when it is done',
    about:
      'An operator is told everything; whoever it is of is told of what they may know, as viewer. To anybody else there is no such erasure.',
    roles: ['client'],
    reads: 'erasures',
    viewer: 'query',
    query: viewerParamsSchema,
    params: idParams,
    answer: erasureView,
  })
  show({
    caller,
    query,
    params,
  }: Call<ViewerParams, undefined, z.output<typeof idParams>>): Promise<Answer<ErasureView>> {
    return this.ingest.erasure({ caller, erasureId: params.id, viewer: query });
  }
}
