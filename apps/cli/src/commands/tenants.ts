import type { Command } from 'commander';
import type { CreatedTenant, TenantView } from '#contracts';
import { dateFor } from '../output/memory.js';
import { oneLine } from '../output/text.js';
import { withPlatform } from '../session.js';
import { printJson, withGlobals, type Context, type Globals } from './command.js';
import { printList, wholeList } from './lists.js';

const addAdd = (tenants: Command, context: Context): void => {
  const command = tenants
    .command('add')
    .description('a world of its own; its first operator key is shown once')
    .argument('<id>', 'a-z, 0-9 and -')
    .option('--name <name>', 'whose it is');
  withGlobals(command).action(async (id: string, flags: Globals & { readonly name?: string }) => {
    const made = await withPlatform(context, flags, { mayCreate: false }, (api) =>
      api.post<CreatedTenant>('/v1/tenants', {
        id,
        ...(flags.name === undefined ? {} : { name: flags.name }),
      }),
    );
    if (flags.json === true) {
      printJson(context, made);
      return;
    }
    context.terminal.out(made.key);
    context.terminal.err(`Tenant ${made.id}. Its operator key is shown this once; it makes all others.`);
  });
};

const addList = (tenants: Command, context: Context): void => {
  const { terminal } = context;
  withGlobals(tenants.command('list').description('tenants, by id')).action(async (flags: Globals) => {
    const all = await withPlatform(context, flags, { mayCreate: false }, (api) =>
      wholeList<TenantView>(api, '/v1/tenants'),
    );
    printList(context, flags, all, {
      none: 'There is none.',
      columns: [
        { title: 'id', cell: ({ id }) => id },
        { title: 'name', cell: ({ name }) => oneLine(name), grows: true },
        { title: 'created', cell: ({ created_at }) => dateFor(terminal, created_at), align: 'right' },
      ],
    });
  });
};

export const addTenants = (program: Command, context: Context): void => {
  const tenants = program.command('tenants').description('isolated worlds in one store');
  addAdd(tenants, context);
  addList(tenants, context);
};
