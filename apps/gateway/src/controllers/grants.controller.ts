import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  changedId,
  giveGrantSchema,
  grantView,
  listGrantsSchema,
  pageOf,
  type Answer,
  type GiveGrant,
  type GrantView,
  type IngestService,
  type ListGrants,
  type Page,
  type RecallService,
} from '#contracts';
import { Endpoint, type Call } from '../http/endpoint.js';
import { INGEST, RECALL } from '../tokens.js';

const idParams = z.strictObject({ id: z.uuid() });

@Controller()
export class GrantsController {
  constructor(
    @Inject(RECALL) private readonly recall: RecallService,
    @Inject(INGEST) private readonly ingest: IngestService,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/v1/grants',
    tag: 'grants',
    summary: 'Let somebody hear a secret, in private',
    roles: ['operator'],
    reads: 'grants',
    body: giveGrantSchema,
    answer: grantView,
    status: 201,
  })
  give({ caller, body }: Call<undefined, GiveGrant>): Promise<Answer<GrantView>> {
    return this.ingest.giveGrant({ caller, grant: body });
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/grants',
    tag: 'grants',
    summary: 'Grants, ended ones too',
    roles: ['operator'],
    reads: 'grants',
    query: listGrantsSchema,
    answer: pageOf(grantView),
  })
  list({ caller, query }: Call<ListGrants>): Promise<Answer<Page<GrantView>>> {
    return this.recall.grants({ caller, query });
  }

  @Endpoint({
    method: 'DELETE',
    path: '/v1/grants/{id}',
    tag: 'grants',
    summary: 'Revoke a grant',
    roles: ['operator'],
    reads: 'grants',
    params: idParams,
    answer: changedId,
  })
  revoke({
    caller,
    params,
  }: Call<undefined, undefined, z.output<typeof idParams>>): Promise<Answer<{ id: string }>> {
    return this.ingest.revokeGrant({ caller, grantId: params.id });
  }
}
