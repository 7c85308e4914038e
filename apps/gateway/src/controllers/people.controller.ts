import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  entityView,
  userList,
  viewerParams,
  viewerParamsSchema,
  type Answer,
  type RecallService,
  type UserView,
  type ViewerParams,
} from '#contracts';
import { Endpoint, type Call } from '../endpoint.js';
import { RECALL } from '../tokens.js';

const idParams = z.strictObject({ id: z.uuid() });
export const usersQuery = z.strictObject({
  ...viewerParams,
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export type UsersQuery = z.output<typeof usersQuery>;

@Controller()
export class PeopleController {
  constructor(@Inject(RECALL) private readonly recall: RecallService) {}

  @Endpoint({
    method: 'GET',
    path: '/v1/users',
    tag: 'people',
    summary: 'People, with the memories of theirs that the viewer may see counted',
    roles: ['client'],
    reads: 'people',
    query: usersQuery,
    viewer: 'query',
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
    viewer: 'query',
    answer: entityView,
  })
  entity({
    caller,
    params,
    query,
  }: Call<ViewerParams, undefined, z.output<typeof idParams>>): ReturnType<RecallService['entity']> {
    return this.recall.entity({ caller, entityId: params.id, viewer: query });
  }
}
