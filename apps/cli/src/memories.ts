import type { MemoryView, Page } from '#contracts';
import type { Api } from './api.js';
import { CommandError, usageError } from './failure.js';
import { isUuid } from './people.js';

type Query = Readonly<Record<string, string | undefined>>;

/** Every memory that fits, page by page. */
export async function* allMemories(api: Api, query: Query): AsyncGenerator<MemoryView> {
  let cursor: string | undefined;
  for (;;) {
    const page = await api.get<Page<MemoryView>>('/v1/memories', { ...query, limit: 200, cursor });
    yield* page.results;
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}

/** What is shown by its id though no list of what stands holds it. */
const settledStatuses = ['superseded', 'expired', 'pending', 'archived'] as const;

/** A whole id, or the one memory whose id begins so. */
export const memoryIdFor = async (api: Api, prefix: string, query: Query): Promise<string> => {
  if (isUuid(prefix)) return prefix;
  if (!/^[0-9a-f][0-9a-f-]{3,35}$/iu.test(prefix))
    throw usageError(`${prefix} is no id: give a memory's id, or at least its first four characters.`);
  const found: MemoryView[] = [];
  for (const status of [undefined, ...settledStatuses])
    for await (const memory of allMemories(api, { ...query, status }))
      if (memory.id.startsWith(prefix.toLowerCase()) && !found.some(({ id }) => id === memory.id))
        found.push(memory);
  const [first] = found;
  if (!first) throw new CommandError(`No memory's id begins with ${prefix}.`);
  if (found.length > 1)
    throw usageError(
      `${prefix} begins ${found.length} ids. Choose one:\n${found.map(({ id }) => `  ${id}`).join('\n')}`,
    );
  return first.id;
};
