import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  listParkedSchema,
  pageOf,
  parkedId,
  parkedView,
  type Answer,
  type IngestService,
  type ListParked,
  type Page,
  type ParkedView,
} from '#contracts';
import { Endpoint, type Call } from '../http/endpoint.js';
import { INGEST } from '../tokens.js';

const idParams = z.strictObject({ id: z.string().min(1).max(128) });
type One = Call<undefined, undefined, z.output<typeof idParams>>;

@Controller()
export class ParkedController {
  constructor(@Inject(INGEST) private readonly ingest: IngestService) {}

  @Endpoint({
    method: 'GET',
    path: '/v1/parked',
    tag: 'operations',
    summary: 'What could not be handled and waits for somebody, the oldest first; ids and causes, no words',
    roles: ['operator'],
    reads: 'event-status',
    query: listParkedSchema,
    answer: pageOf(parkedView),
  })
  list({ caller, query }: Call<ListParked>): Promise<Answer<Page<ParkedView>>> {
    return this.ingest.listParked({ caller, query });
  }

  @Endpoint({
    method: 'POST',
    path: '/v1/parked/{id}/replay',
    tag: 'operations',
    summary: 'Handle a parked message once more',
    roles: ['operator'],
    reads: 'event-status',
    params: idParams,
    answer: parkedId,
  })
  replay({ caller, params }: One): Promise<Answer<{ id: string }>> {
    return this.ingest.replayParked({ caller, parkedId: params.id });
  }

  @Endpoint({
    method: 'POST',
    path: '/v1/parked/{id}/discard',
    tag: 'operations',
    summary: 'Let go of a parked message for good',
    roles: ['operator'],
    reads: 'event-status',
    params: idParams,
    answer: parkedId,
  })
  discard({ caller, params }: One): Promise<Answer<{ id: string }>> {
    return this.ingest.discardParked({ caller, parkedId: params.id });
  }
}
