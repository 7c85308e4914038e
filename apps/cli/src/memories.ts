import type { MemoryView, Page } from '#contracts';
import type { Api } from './api.js';
import { idBeginning } from './short-ids.js';

type Query = Readonly<Record<string, string | undefined>>;

/** Every memory that fits, page by page. */
export async function* pagesOfMemories(api: Api, query: Query): AsyncGenerator<readonly MemoryView[]> {
  let cursor: string | undefined;
  for (;;) {
    const page = await api.get<Page<MemoryView>>('/v1/memories', { ...query, limit: 200, cursor });
    yield page.results;
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}

/** What is shown by its id though no list of what stands holds it. */
const settledStatuses = ['superseded', 'expired', 'pending', 'archived'] as const;

async function* everyMemory(api: Api, query: Query): AsyncGenerator<MemoryView> {
  for (const status of [undefined, ...settledStatuses])
    for await (const page of pagesOfMemories(api, { ...query, status })) yield* page;
}

/** A whole id, or the one memory whose id begins so. */
export const memoryIdFor = (api: Api, prefix: string, query: Query): Promise<string> =>
  idBeginning('memory', prefix, everyMemory(api, query));
