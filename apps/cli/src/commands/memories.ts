import type { Command } from 'commander';
import type { HistoryEntry, MemoryView, Page, StatsView } from '#contracts';
import { memoryStatuses, memoryTypes } from '#domain';
import type { Api } from '../api.js';
import { CommandError, usageError } from '../failure.js';
import { memoryIdFor, pagesOfMemories } from '../memories.js';
import { memoryTable } from '../output/memory.js';
import { historyText, memoryText, statsText } from '../output/details.js';
import { plural } from '../output/text.js';
import { resolvePerson } from '../people.js';
import { withPlatform } from '../session.js';
import {
  agentHint,
  viewerAndPlaceOf,
  oneOf,
  printJson,
  viewerOf,
  viewerQuery,
  wholeNumber,
  withGlobals,
  withViewer,
  type Context,
  type Globals,
  type ViewerFlags,
} from './command.js';

interface ListFlags extends Globals, ViewerFlags {
  readonly about?: string;
  readonly type?: string;
  readonly status?: string;
  readonly limit: string;
  readonly all?: boolean;
}

type Query = Readonly<Record<string, string | undefined>>;

const filterQuery = async (api: Api, flags: ListFlags): Promise<Query> => {
  const about = flags.about === undefined ? undefined : await entityIdOf(api, '--about', flags.about);
  return {
    ...viewerQuery(await viewerAndPlaceOf(api, flags), flags.agent),
    subject_id: about,
    memory_type: flags.type === undefined ? undefined : oneOf('--type', flags.type, memoryTypes),
    status: flags.status === undefined ? undefined : oneOf('--status', flags.status, memoryStatuses),
  };
};

const entityIdOf = async (api: Api, flag: string, name: string): Promise<string> => {
  const person = await resolvePerson(api, flag, name);
  if ('entity_id' in person) return person.entity_id;
  const scope = await api.get<{ user_id: string }>('/v1/scope', { ...person });
  return scope.user_id;
};

const withFilters = (command: Command): Command =>
  withGlobals(
    withViewer(
      command
        .option('--about <person>', 'only what is about this person')
        .option('--type <type>', 'only memories of this type')
        .option('--status <status>', 'active, superseded, forgotten, …'),
    ),
  );

const addList = (memories: Command, context: Context): void => {
  const command = memories
    .command('list')
    .description('newest first')
    .option('--limit <count>', 'how many', '50');
  withFilters(command).action(async (flags: ListFlags) => {
    const limit = wholeNumber('--limit', flags.limit, 1, 200);
    const page = await withPlatform(context, flags, { mayCreate: false }, async (api) =>
      api.get<Page<MemoryView>>('/v1/memories', { ...(await filterQuery(api, flags)), limit }),
    );
    if (flags.json === true) printJson(context, page);
    else showPage(context, page, false);
  });
};

const showPage = ({ terminal }: Context, page: Page<MemoryView>, withScore: boolean): void => {
  if (page.results.length === 0) terminal.out(terminal.paint.dim('Nothing.'));
  else terminal.out(memoryTable(terminal, page.results, withScore));
  if (page.next_cursor !== null && terminal.watchesErrors)
    terminal.err(terminal.paint.dim('There is more: raise --limit, or use export.'));
};

const addSearch = (memories: Command, context: Context): void => {
  const command = memories
    .command('search')
    .description('by words and meaning, as somebody may see it')
    .argument('<words>')
    .option('--limit <count>', 'how many', '20');
  withGlobals(withViewer(command)).action(async (words: string, flags: ListFlags) => {
    const limit = wholeNumber('--limit', flags.limit, 1, 200);
    const { page, hint } = await withPlatform(context, flags, { mayCreate: false }, async (api) => {
      const asking = await viewerAndPlaceOf(api, flags);
      const found = await api.post<Page<MemoryView>>('/v1/memories/search', {
        agent_id: flags.agent,
        viewer: viewerOf(asking),
        ...(asking.place ? { source: asking.place } : {}),
        query: words,
        top_k: limit,
      });
      const isHintDue = found.results.length === 0 && flags.json !== true;
      return { page: found, hint: isHintDue ? await agentHint(api, flags) : null };
    });
    if (flags.json === true) printJson(context, page);
    else showPage(context, page, true);
    if (hint !== null) context.terminal.err(hint);
  });
};

const addShowAndHistory = (memories: Command, context: Context): void => {
  const about =
    <T>(path: (id: string) => string, show: (answer: T) => string) =>
    async (prefix: string, flags: ViewerFlags & Globals): Promise<void> => {
      const answer = await withPlatform(context, flags, { mayCreate: false }, async (api) => {
        const query = viewerQuery(await viewerAndPlaceOf(api, flags), flags.agent);
        return api.get<T>(path(await memoryIdFor(api, prefix, query)), query);
      });
      if (flags.json === true) printJson(context, answer);
      else context.terminal.out(show(answer));
    };
  withGlobals(
    withViewer(
      memories
        .command('show')
        .description('everything about one memory')
        .argument('<id>', 'or its first characters'),
    ),
  ).action(
    about<MemoryView>(
      (id) => `/v1/memories/${id}`,
      (memory) => memoryText(context.terminal, memory),
    ),
  );
  withGlobals(
    withViewer(
      memories
        .command('history')
        .description('every event of one memory')
        .argument('<id>', 'or its first characters'),
    ),
  ).action(
    about<Page<HistoryEntry>>(
      (id) => `/v1/memories/${id}/history`,
      ({ results }) => historyText(context.terminal, results),
    ),
  );
};

const isFiltered = (flags: ListFlags): boolean =>
  [flags.as, flags.agent, flags.about, flags.type, flags.status].some((flag) => flag !== undefined);

/** Of the erasure that was ordered last; null: none was, or this key is told of none. */
const lastErasure = async (api: Api): Promise<string | null> => {
  const { status, body } = await api.raw('GET', '/v1/erasures?limit=1');
  return status === 200 ? ((body as Page<{ readonly id: string }>).results[0]?.id ?? null) : null;
};

const addExport = (memories: Command, context: Context): void => {
  const command = memories
    .command('export')
    .description('JSON lines, one memory each')
    .option('--all', 'everything that stands, counted against the stats (the default without a filter)');
  withFilters(command).action(async (flags: ListFlags) => {
    const { terminal } = context;
    if (flags.all === true && isFiltered(flags)) throw usageError('--all takes no filter.');
    await withPlatform(context, flags, { mayCreate: false }, async (api) => {
      let count = 0;
      const ordered = await lastErasure(api);
      for await (const page of pagesOfMemories(api, await filterQuery(api, flags))) {
        if ((await lastErasure(api)) !== ordered)
          throw new CommandError(
            'Something was erased while this ran: what was written so far may hold it. Delete it, and export again.',
          );
        for (const memory of page) terminal.out(JSON.stringify(memory));
        count += page.length;
      }
      if (isFiltered(flags)) {
        terminal.err(`Exported ${plural(count, 'memory', 'memories')}.`);
        return;
      }
      const { memories: held } = await api.get<StatsView>('/v1/stats');
      const expected = held['active'] ?? 0;
      if (expected !== count)
        throw new CommandError(`Exported ${count} memories, but the platform counts ${expected}.`);
      terminal.err(`Exported ${plural(count, 'memory', 'memories')}, as many as the platform counts.`);
    });
  });
};

const addStats = (memories: Command, context: Context): void => {
  withGlobals(memories.command('stats').description('how much is held')).action(async (flags: Globals) => {
    const stats = await withPlatform(context, flags, { mayCreate: false }, (api) =>
      api.get<StatsView>('/v1/stats'),
    );
    if (flags.json === true) printJson(context, stats);
    else context.terminal.out(statsText(context.terminal, stats));
  });
};

export const addMemories = (program: Command, context: Context): void => {
  const memories = program.command('memories').description('look at what is remembered');
  addList(memories, context);
  addShowAndHistory(memories, context);
  addSearch(memories, context);
  addExport(memories, context);
  addStats(memories, context);
};
