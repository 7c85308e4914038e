import type { Command } from 'commander';
import { causeOf, CommandError, usageError } from '../failure.js';
import { comparison } from '../output/comparison.js';
import { isPlatform } from '../session.js';
import { printJson, wholeNumber, type Context } from './command.js';

interface Flags {
  readonly compare?: boolean;
  readonly sample: string;
  readonly tenant: string;
  readonly json?: boolean;
}

const refuseWithoutModel = async (context: Context): Promise<void> => {
  const config = context.config();
  if (config.extractor.kind === 'rules')
    throw usageError(
      '--compare asks a language model: set KITH_EXTRACTOR=model, KITH_EXTRACTOR_MODEL and its address or key.',
    );
  const url = `http://127.0.0.1:${config.port}`;
  if (config.databaseUrl === null && (await isPlatform(url, context.signal)))
    throw new CommandError(`A platform is running at ${url} and holds its data. Stop it first.`);
};

const compare = async (context: Context, flags: Flags): Promise<void> => {
  if (flags.compare !== true) throw usageError('Say what to do with it: kith extract --compare.');
  const count = wholeNumber('--sample', flags.sample, 1, 2_000);
  await refuseWithoutModel(context);
  const { terminal, signal } = context;
  const hosting = await context.hosting();
  terminal.status(`Reading ${String(count)} messages, and asking …`);
  const compared = await hosting
    .compare(context.config(), { tenantId: flags.tenant, count, signal })
    .catch((thrown: unknown) => {
      throw new CommandError(`They were not compared: ${causeOf(thrown)}.`, 1, { cause: thrown });
    });
  terminal.status('');
  if (flags.json === true) printJson(context, compared);
  else terminal.out(comparison(terminal, compared));
};

export const addExtract = (program: Command, context: Context): void => {
  program
    .command('extract')
    .description(
      'what the rules find in what was said last, and what a language model proposes of it; nothing is kept',
    )
    .option('--compare', 'side by side: what both found, one alone, what was refused and why, tokens')
    .option('--sample <count>', 'so many messages, the latest', '60')
    .option('--tenant <id>', 'whose messages', 'default')
    .option('--json', 'print JSON')
    .action((flags: Flags) => compare(context, flags));
};
