import type { Command } from 'commander';
import { keyRoles, type CreatedKey, type KeyView } from '#contracts';
import { usageError } from '../failure.js';
import { dateFor } from '../output/memory.js';
import { oneLine } from '../output/text.js';
import { withPlatform } from '../session.js';
import { oneOf, printJson, withGlobals, type Context, type Globals } from './command.js';
import { printList, wholeList } from './lists.js';

interface CreateFlags extends Globals {
  readonly role: readonly string[];
  readonly name?: string;
  readonly agent?: string;
  readonly platform?: string;
}

const addCreate = (keys: Command, context: Context): void => {
  const command = keys
    .command('create')
    .description('a new key; it is shown once')
    .requiredOption('--role <role...>', keyRoles.join(', '))
    .option('--name <name>', 'what it is for')
    .option('--agent <handle>', 'for this agent alone')
    .option('--platform <name>', 'for this platform alone');
  withGlobals(command).action(async (flags: CreateFlags) => {
    const roles = flags.role.map((role) => oneOf('--role', role, keyRoles));
    const created = await withPlatform(context, flags, { mayCreate: true }, (api) =>
      api.post<CreatedKey>('/v1/keys', {
        roles,
        name: flags.name ?? roles.join(' and '),
        ...(flags.agent === undefined ? {} : { agent_id: flags.agent }),
        ...(flags.platform === undefined ? {} : { platform: flags.platform }),
      }),
    );
    if (flags.json === true) {
      printJson(context, created);
      return;
    }
    context.terminal.out(created.key);
    context.terminal.err(`Key ${created.id} with ${roles.join(' and ')}. It is shown this once.`);
  });
};

const addListAndRevoke = (keys: Command, context: Context): void => {
  const { terminal } = context;
  withGlobals(keys.command('list').description('keys, without their secrets')).action(
    async (flags: Globals) => {
      const all = await withPlatform(context, flags, { mayCreate: false }, (api) =>
        wholeList<KeyView>(api, '/v1/keys'),
      );
      printList(context, flags, all, {
        none: 'There is none.',
        columns: [
          { title: 'id', cell: ({ id }) => id },
          { title: 'roles', cell: ({ roles }) => roles.join(' '), paint: terminal.paint.cyan },
          {
            title: 'for',
            cell: ({ agent_id, platform }) =>
              oneLine([agent_id, platform].filter((one) => one !== null).join(' on ')),
          },
          { title: 'name', cell: ({ name }) => oneLine(name), grows: true },
          { title: 'created', cell: ({ created_at }) => dateFor(terminal, created_at), align: 'right' },
          { title: 'state', cell: ({ revoked_at }) => (revoked_at === null ? 'live' : 'revoked') },
        ],
      });
    },
  );
  withGlobals(keys.command('revoke').description('end a key').argument('<id>')).action(
    async (id: string, flags: Globals) => {
      if (id.trim() === '') throw usageError('Which key? Give its id, as keys list shows it.');
      await withPlatform(context, flags, { mayCreate: false }, (api) =>
        api.remove(`/v1/keys/${encodeURIComponent(id)}`),
      );
      if (flags.json === true) printJson(context, { id, revoked: true });
      else terminal.out(`Key ${id} is revoked.`);
    },
  );
};

export const addKeys = (program: Command, context: Context): void => {
  const keys = program.command('keys').description('who may use the platform');
  addCreate(keys, context);
  addListAndRevoke(keys, context);
};
