import type { Command } from 'commander';
import type { Page, ParkedView } from '#contracts';
import type { Api } from '../api.js';
import { CommandError, usageError } from '../failure.js';
import { dateFor } from '../output/memory.js';
import { oneLine, plural } from '../output/text.js';
import { withPlatform } from '../session.js';
import { printJson, wholeNumber, withGlobals, type Context, type Globals } from './command.js';
import { printList, wholeList } from './lists.js';

/** Everything that is parked by now; what is parked meanwhile comes after it. */
const idsOfAll = async (api: Api): Promise<readonly string[]> =>
  (await wholeList<ParkedView>(api, '/v1/parked')).results.map(({ id }) => id);

/** `posted` for `kith.message.posted.v1`. */
const kindOf = ({ type, kind }: ParkedView): string => /(\w+)\.v\d+$/u.exec(type ?? '')?.[1] ?? kind;

/** The number that an id ends with tells enough among people. */
const numberOf = (id: string): string => /\d+$/u.exec(id)?.[0] ?? id;

const idOf = (given: string, all: readonly string[]): string => {
  const found = all.filter((id) => numberOf(id) === given);
  if (found.length > 1) throw usageError(`${given} may be ${found.join(' or ')}: give the whole id.`);
  return found[0] ?? given;
};

const whichOf = ({ platform, message_id: messageId, event_key: eventKey }: ParkedView): string =>
  messageId === null ? eventKey : [platform, messageId].filter((part) => part !== null).join(' ');

const addList = (parked: Command, context: Context): void => {
  const { terminal } = context;
  const command = parked
    .command('list')
    .description('what waits for you, the oldest first; ids and causes, no words')
    .option('--limit <count>', 'so many at most', '50');
  withGlobals(command).action(async (flags: Globals & { readonly limit: string }) => {
    const limit = wholeNumber('--limit', flags.limit, 1, 200);
    const page = await withPlatform(context, flags, { mayCreate: false }, (api) =>
      api.get<Page<ParkedView>>('/v1/parked', { limit }),
    );
    printList(context, flags, page, {
      none: 'Nothing is parked.',
      columns: [
        { title: 'id', cell: ({ id }) => (terminal.isTty ? numberOf(id) : id), paint: terminal.paint.cyan },
        { title: 'what', cell: (one) => oneLine(kindOf(one)) },
        { title: 'which', cell: (one) => oneLine(whichOf(one)) },
        { title: 'cause', cell: ({ cause }) => oneLine(cause), grows: true },
        { title: 'tried', cell: ({ attempts }) => String(attempts), align: 'right' },
        { title: 'parked', cell: ({ parked_at }) => dateFor(terminal, parked_at), align: 'right' },
      ],
    });
  });
};

interface Settling {
  readonly verb: 'replay' | 'discard';
  readonly description: string;
  readonly past: string;
}

const addSettling = (parked: Command, context: Context, { verb, description, past }: Settling): void => {
  const command = parked
    .command(verb)
    .description(description)
    .argument('[id...]', 'as parked list shows them')
    .option('--all', 'everything that is parked');
  withGlobals(command).action(async (ids: readonly string[], flags: Globals & { readonly all?: boolean }) => {
    if ((ids.length === 0) !== (flags.all === true))
      throw usageError(`Which to ${verb}? Give ids, as parked list shows them, or --all.`);
    const settled = await withPlatform(context, flags, { mayCreate: false }, async (api) => {
      const all = flags.all === true || ids.some((id) => numberOf(id) === id) ? await idsOfAll(api) : [];
      const told = flags.all === true ? all : ids.map((id) => idOf(id, all));
      const missing: string[] = [];
      for (const id of told) {
        const path = `/v1/parked/${encodeURIComponent(id)}/${verb}`;
        const { status } = await api.raw('POST', path, {});
        if (status === 404) missing.push(id);
        else if (status >= 400) await api.post(path, {});
      }
      return { done: told.filter((id) => !missing.includes(id)), missing };
    });
    if (flags.json === true) printJson(context, { [past]: settled.done, missing: settled.missing });
    else context.terminal.out(`${plural(settled.done.length, 'message')} ${past}.`);
    // With --all, what is gone by now was somebody else's to settle.
    if (settled.missing.length > 0 && flags.all !== true)
      throw new CommandError(`Not parked: ${settled.missing.map(oneLine).join(', ')}.`);
  });
};

export const addParked = (program: Command, context: Context): void => {
  const parked = program
    .command('parked')
    .description('messages that could not be handled: each stands alone, and waits for you');
  addList(parked, context);
  addSettling(parked, context, {
    verb: 'replay',
    description: 'handle them once more, when what was wrong is mended',
    past: 'replayed',
  });
  addSettling(parked, context, {
    verb: 'discard',
    description: 'let go of them for good, bytes and all',
    past: 'discarded',
  });
};
