import type { Command } from 'commander';
import { causeOf, CommandError } from '../failure.js';
import { plural } from '../output/text.js';
import { printJson, type Context } from './command.js';

const migrate = async (context: Context, flags: { readonly json?: boolean }): Promise<void> => {
  const hosting = await context.hosting();
  const applied = await hosting.migrate(context.config()).catch((thrown: unknown) => {
    throw new CommandError(`Nothing more was migrated: ${causeOf(thrown)}.`, 1, { cause: thrown });
  });
  if (flags.json === true) printJson(context, { applied });
  else if (applied.length === 0) context.terminal.out('The schema is up to date.');
  else context.terminal.out(`Ran ${plural(applied.length, 'migration')}: ${applied.join(', ')}.`);
};

export const addMigrate = (program: Command, context: Context): void => {
  program
    .command('migrate')
    .description(
      'bring the schema of the store and the streams of NATS up to date; apps that run may go on meanwhile',
    )
    .option('--json', 'print JSON')
    .action((flags: { readonly json?: boolean }) => migrate(context, flags));
};
