import { isDeepStrictEqual } from 'node:util';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  changedId,
  deleteMemoriesSchema,
  failed,
  forgottenCount,
  historyEntry,
  listMemoriesSchema,
  memoryView,
  pageOf,
  patchMemorySchema,
  remembered,
  rememberRequestSchema,
  viewerParams,
  viewerParamsSchema,
  waitParams,
  waitParamsSchema,
  type Answer,
  type DeleteMemories,
  type HistoryEntry,
  type IngestService,
  type ListMemories,
  type MemoryView,
  type Page,
  type PatchMemory,
  type RecallService,
  type RememberedView,
  type RememberRequest,
  type ViewerParams,
  type WaitParams,
  isOperator,
} from '#contracts';
import { Endpoint, type Call } from '../http/endpoint.js';
import { ProblemError } from '../http/problem.js';
import { INGEST, RECALL } from '../tokens.js';

const idParams = z.strictObject({ id: z.uuid() });
type IdParams = z.output<typeof idParams>;
const changeParams = z.strictObject({ ...viewerParams, ...waitParams });
type ChangeParams = z.output<typeof changeParams>;

const waitOf = ({ wait, timeout_ms: timeoutMs }: WaitParams): number => (wait === 'indexed' ? timeoutMs : 0);

/** What was asked is done by then, and stays so. */
const inTime = async <T>(asked: Promise<Answer<T>>): Promise<Answer<T>> => {
  const answer = await asked;
  if (answer.ok || answer.problem.kind !== 'timeout') return answer;
  throw new ProblemError('timeout', 'It is kept, but recall could not see it in time. Do not send it again.');
};

@Controller()
export class MemoriesController {
  constructor(
    @Inject(RECALL) private readonly recall: RecallService,
    @Inject(INGEST) private readonly ingest: IngestService,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/v1/memories',
    tag: 'memories',
    summary: 'Remember a statement',
    about:
      'Answers when recall can see it. What was held already is NOOP with reason duplicate; a credential is refused with 422 credential-refused.',
    roles: ['client'],
    reads: 'none',
    query: waitParamsSchema,
    body: rememberRequestSchema,
    answer: remembered,
    status: 201,
  })
  async remember({
    caller,
    query,
    body,
  }: Call<WaitParams, RememberRequest>): Promise<Answer<{ results: readonly RememberedView[] }>> {
    if (!isOperator(caller)) {
      if (!body.viewer)
        return failed('invalid', 'A viewer is required.', [{ path: 'viewer', message: 'is required' }]);
      if (body.speaker && !isDeepStrictEqual(body.speaker, body.viewer))
        return failed('forbidden', 'A client speaks only as its viewer.', [
          { path: 'speaker', message: 'is not the viewer' },
        ]);
    }
    return inTime(this.ingest.remember({ caller, request: body, waitMs: waitOf(query) }));
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/memories',
    tag: 'memories',
    summary: 'List memories that the viewer may see',
    roles: ['client'],
    reads: 'memories',
    query: listMemoriesSchema,
    viewer: 'query-unless-only-user',
    answer: pageOf(memoryView),
  })
  list({ caller, query }: Call<ListMemories>): Promise<Answer<Page<MemoryView>>> {
    return this.recall.list({ caller, query });
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/memories/{id}',
    tag: 'memories',
    summary: 'One memory',
    roles: ['client'],
    reads: 'memories',
    params: idParams,
    query: viewerParamsSchema,
    viewer: 'query-unless-only-user',
    answer: memoryView,
  })
  get({ caller, params, query }: Call<ViewerParams, undefined, IdParams>): Promise<Answer<MemoryView>> {
    return this.recall.get({ caller, memoryId: params.id, viewer: query });
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/memories/{id}/history',
    tag: 'memories',
    summary: 'Everything that ever happened to a memory',
    roles: ['client'],
    reads: 'memories',
    params: idParams,
    query: viewerParamsSchema,
    viewer: 'query-unless-only-user',
    answer: pageOf(historyEntry),
  })
  history({
    caller,
    params,
    query,
  }: Call<ViewerParams, undefined, IdParams>): Promise<Answer<Page<HistoryEntry>>> {
    return this.recall.history({ caller, memoryId: params.id, viewer: query });
  }

  @Endpoint({
    method: 'PATCH',
    path: '/v1/memories/{id}',
    tag: 'memories',
    summary: 'Correct a memory',
    about: 'Answers when recall sees it as it is now. Only an operator may widen who hears it.',
    roles: ['client'],
    reads: 'none',
    params: idParams,
    query: changeParams,
    viewer: 'query-unless-only-user',
    body: patchMemorySchema,
    answer: changedId,
  })
  patch({
    caller,
    params,
    query,
    body,
  }: Call<ChangeParams, PatchMemory, IdParams>): Promise<Answer<{ id: string }>> {
    const { wait, timeout_ms, ...viewer } = query;
    const waitMs = waitOf({ wait, timeout_ms });
    return inTime(this.ingest.patch({ caller, memoryId: params.id, viewer, patch: body, waitMs }));
  }

  @Endpoint({
    method: 'DELETE',
    path: '/v1/memories/{id}',
    tag: 'memories',
    summary: 'Forget a memory',
    about: 'Nobody is told it from then on; answers when it is gone from the index, too.',
    roles: ['client'],
    reads: 'none',
    params: idParams,
    query: changeParams,
    viewer: 'query-unless-only-user',
    answer: changedId,
  })
  forget({
    caller,
    params,
    query,
  }: Call<ChangeParams, undefined, IdParams>): Promise<Answer<{ id: string }>> {
    const { wait, timeout_ms, ...viewer } = query;
    const waitMs = waitOf({ wait, timeout_ms });
    return inTime(this.ingest.forget({ caller, memoryId: params.id, viewer, waitMs }));
  }

  @Endpoint({
    method: 'DELETE',
    path: '/v1/memories',
    tag: 'memories',
    summary: 'Forget the memories that a filter finds',
    about: 'Of those that the viewer may see and change.',
    roles: ['client'],
    reads: 'none',
    query: deleteMemoriesSchema,
    viewer: 'query-unless-only-user',
    answer: forgottenCount,
  })
  forgetMany({ caller, query }: Call<DeleteMemories & WaitParams>): Promise<Answer<{ forgotten: number }>> {
    const { wait, timeout_ms, ...filter } = query;
    return inTime(this.ingest.forgetMany({ caller, query: filter, waitMs: waitOf({ wait, timeout_ms }) }));
  }
}
