import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  addAliasSchema,
  aliasView,
  changedId,
  entityView,
  patchEntitySchema,
  userList,
  viewerParams,
  viewerParamsSchema,
  type AddAlias,
  type AliasView,
  type Answer,
  type ChangedId,
  type IngestService,
  type PatchEntity,
  type RecallService,
  type UserView,
  type ViewerParams,
} from '#contracts';
import { Endpoint, type Call } from '../http/endpoint.js';
import { INGEST, RECALL } from '../tokens.js';

const idParams = z.strictObject({ id: z.uuid() });
const aliasParams = z.strictObject({ id: z.uuid(), alias_id: z.uuid() });
type IdParams = z.output<typeof idParams>;
export const usersQuery = z.strictObject({
  ...viewerParams,
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export type UsersQuery = z.output<typeof usersQuery>;

@Controller()
export class PeopleController {
  constructor(
    @Inject(RECALL) private readonly recall: RecallService,
    @Inject(INGEST) private readonly ingest: IngestService,
  ) {}

  @Endpoint({
    method: 'GET',
    path: '/v1/users',
    tag: 'people',
    summary: 'People, with the memories of theirs that the viewer may see counted',
    roles: ['client'],
    reads: 'people',
    query: usersQuery,
    viewer: 'query-unless-only-user',
    answer: userList,
  })
  users({ caller, query }: Call<UsersQuery>): Promise<Answer<{ results: readonly UserView[] }>> {
    const { limit, offset, ...viewer } = query;
    return this.recall.users({ caller, limit, offset, viewer });
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/entities/{id}',
    tag: 'people',
    summary: 'One person, agent or organisation',
    roles: ['client'],
    reads: 'people',
    params: idParams,
    query: viewerParamsSchema,
    viewer: 'query-unless-only-user',
    answer: entityView,
  })
  entity({
    caller,
    params,
    query,
  }: Call<ViewerParams, undefined, z.output<typeof idParams>>): ReturnType<RecallService['entity']> {
    return this.recall.entity({ caller, entityId: params.id, viewer: query });
  }

  @Endpoint({
    method: 'PATCH',
    path: '/v1/entities/{id}',
    tag: 'people',
    summary: 'Say how somebody is called; for themselves or an operator',
    about:
      'It takes the place of the names of their accounts wherever a memory is told. Merging and splitting people is done by links.',
    roles: ['client'],
    reads: 'none',
    params: idParams,
    query: viewerParamsSchema,
    viewer: 'query',
    body: patchEntitySchema,
    answer: changedId,
  })
  rename({
    caller,
    params,
    query,
    body,
  }: Call<ViewerParams, PatchEntity, IdParams>): Promise<Answer<ChangedId>> {
    return this.ingest.renamePerson({ caller, entityId: params.id, viewer: query, patch: body });
  }

  @Endpoint({
    method: 'POST',
    path: '/v1/entities/{id}/aliases',
    tag: 'people',
    summary: 'Add a name by which somebody is meant; for themselves or an operator',
    about:
      'It resolves mentions from then on, and is never proof of who somebody is. The same name again is the alias there is.',
    roles: ['client'],
    reads: 'none',
    params: idParams,
    query: viewerParamsSchema,
    viewer: 'query',
    body: addAliasSchema,
    answer: aliasView,
    status: 201,
  })
  addAlias({
    caller,
    params,
    query,
    body,
  }: Call<ViewerParams, AddAlias, IdParams>): Promise<Answer<AliasView>> {
    return this.ingest.addAlias({ caller, entityId: params.id, viewer: query, alias: body });
  }

  @Endpoint({
    method: 'DELETE',
    path: '/v1/entities/{id}/aliases/{alias_id}',
    tag: 'people',
    summary: 'Take back a name that was added; for themselves or an operator',
    roles: ['client'],
    reads: 'none',
    params: aliasParams,
    query: viewerParamsSchema,
    viewer: 'query',
    answer: changedId,
  })
  revokeAlias({
    caller,
    params,
    query,
  }: Call<ViewerParams, undefined, z.output<typeof aliasParams>>): Promise<Answer<ChangedId>> {
    return this.ingest.revokeAlias({
      caller,
      entityId: params.id,
      viewer: query,
      aliasId: params.alias_id,
    });
  }
}
