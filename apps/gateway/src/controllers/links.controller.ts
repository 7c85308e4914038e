import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  changedId,
  linkView,
  proposeLinkSchema,
  viewerParamsSchema,
  type Answer,
  type ChangedId,
  type IngestService,
  type LinkView,
  type ProposeLink,
  type ViewerParams,
} from '#contracts';
import { Endpoint, type Call } from '../http/endpoint.js';
import { INGEST } from '../tokens.js';

const idParams = z.strictObject({ id: z.uuid() });

@Controller()
export class LinksController {
  constructor(@Inject(INGEST) private readonly ingest: IngestService) {}

  @Endpoint({
    method: 'POST',
    path: '/v1/links',
    tag: 'people',
    summary: 'Propose that two accounts are one person',
    about:
      'An operator proposes any two, a client its viewer and another account; neither need have been heard of. Nothing changes until another operator approves it under `/v1/reviews`. What is proposed again is the link there is.',
    roles: ['client'],
    reads: 'people',
    body: proposeLinkSchema,
    answer: linkView,
    status: 201,
  })
  propose({ caller, body }: Call<undefined, ProposeLink>): Promise<Answer<LinkView>> {
    return this.ingest.proposeLink({ caller, link: body });
  }

  @Endpoint({
    method: 'DELETE',
    path: '/v1/links/{id}',
    tag: 'people',
    summary: 'Take a link back',
    about:
      'What was read because of it is read no more, from the next question on; nothing that was said is changed. Clients take back what links their viewer.',
    roles: ['client'],
    reads: 'people',
    params: idParams,
    query: viewerParamsSchema,
    viewer: 'query',
    answer: changedId,
  })
  revert({
    caller,
    params,
    query,
  }: Call<ViewerParams, undefined, z.output<typeof idParams>>): Promise<Answer<ChangedId>> {
    return this.ingest.revertLink({ caller, linkId: params.id, viewer: query });
  }
}
