import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  defaultAgent,
  failed,
  laneNames,
  memoryView,
  pageOf,
  userList,
  viewerParams,
  type Answer,
  type MemoryView,
  type Page,
  type RecallService,
  type UserView,
  type ViewerParams,
  isOperator,
} from '#contracts';
import type { KithConfig } from '#config';
import { CONFIG } from '#wiring';
import { Endpoint, type Call } from '../http/endpoint.js';
import { RECALL } from '../tokens.js';
import { usersQuery, type UsersQuery } from './people.controller.js';

const agent = viewerParams.agent_id;
const limit = z.coerce.number().int().min(1).max(200).default(50);
const memoriesQuery = z.strictObject({ agent_id: agent, user_id: z.uuid().optional(), limit });
const searchQuery = z.strictObject({
  agent_id: agent.default(defaultAgent),
  user_id: z.uuid().optional(),
  q: z.string().min(1).max(8192),
  limit: limit.default(10),
});

const viewerOf = (agentId: string | undefined, userId: string | undefined): ViewerParams => ({
  ...(agentId === undefined ? {} : { agent_id: agentId }),
  ...(userId === undefined ? {} : { viewer_id: userId }),
});
const userRequired = failed('invalid', 'A user is required.', [{ path: 'user_id', message: 'is required' }]);

/** The paths of the first design. `user_id` is the viewer, alone with the agent: it shows what that person may see. */
@Controller()
export class SeedController {
  constructor(
    @Inject(RECALL) private readonly recall: RecallService,
    @Inject(CONFIG) private readonly config: KithConfig,
  ) {}

  @Endpoint({
    method: 'GET',
    path: '/api/agents/memories',
    tag: 'seed paths',
    summary: 'Memories that this user may see; only operators may leave the user out',
    roles: ['client'],
    reads: 'memories',
    query: memoriesQuery,
    answer: pageOf(memoryView),
  })
  async memories({ caller, query }: Call<z.output<typeof memoriesQuery>>): Promise<Answer<Page<MemoryView>>> {
    if (query.user_id === undefined && !isOperator(caller) && !this.isOneUsers) return userRequired;
    return this.recall.list({
      caller,
      query: { ...viewerOf(query.agent_id, query.user_id), limit: query.limit },
    });
  }

  @Endpoint({
    method: 'GET',
    path: '/api/agents/memories/search',
    tag: 'seed paths',
    summary: 'Search what this user may see',
    roles: ['client'],
    reads: 'memories',
    credentials: 'cut',
    query: searchQuery,
    answer: pageOf(memoryView),
  })
  async search({ caller, query }: Call<z.output<typeof searchQuery>>): Promise<Answer<Page<MemoryView>>> {
    if (query.user_id === undefined && !this.isOneUsers) return userRequired;
    if (query.q.trim() === '')
      return failed('invalid', 'A query is required.', [{ path: 'q', message: 'is empty' }]);
    return this.recall.search({
      caller,
      request: {
        agent_id: query.agent_id,
        viewer: query.user_id === undefined ? undefined : { entity_id: query.user_id },
        query: query.q,
        top_k: query.limit,
        audience: [],
        mode: 'hybrid',
        sort_by: 'relevance',
        subjects: [],
        lanes: [...laneNames],
        filters: {},
        include_messages: false,
        explain: false,
      },
    });
  }

  @Endpoint({
    method: 'GET',
    path: '/api/agents/users',
    tag: 'seed paths',
    summary: 'People, as the viewer may see them; only operators may leave the viewer out',
    roles: ['client'],
    reads: 'people',
    query: usersQuery,
    viewer: 'query-unless-only-user',
    answer: userList,
  })
  users({ caller, query }: Call<UsersQuery>): Promise<Answer<{ results: readonly UserView[] }>> {
    const { limit: most, offset, ...viewer } = query;
    return this.recall.users({ caller, limit: most, offset, viewer });
  }

  private get isOneUsers(): boolean {
    return this.config.knobs['identity.mode'] === 'single_user';
  }
}
