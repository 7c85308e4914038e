import type { Command } from 'commander';
import { causeOf, CommandError } from '../failure.js';
import { duration } from '../output/dates.js';
import { openMeter, type Meter } from '../output/progress.js';
import { grouped, plural } from '../output/text.js';
import { isPlatform } from '../session.js';
import { printJson, type Context } from './command.js';

const rebuild = async (context: Context, flags: { readonly json?: boolean }): Promise<void> => {
  const { terminal } = context;
  const config = context.config();
  const url = `http://127.0.0.1:${config.port}`;
  if (await isPlatform(url, context.signal))
    throw new CommandError(
      `A platform is running at ${url}. Stop it first: rebuilding drops what it reads from.`,
    );
  terminal.status('Reading the log …');
  let meter: Meter | null = null;
  const done = await (
    await context.hosting()
  )
    .rebuild(config, (events, total) => {
      meter ??= openMeter(terminal, 'Rebuilding', total, 'events');
      meter.advance(events);
    })
    .catch((thrown: unknown) => {
      throw new CommandError(`The rebuild failed: ${causeOf(thrown)}.`, 1, { cause: thrown });
    });
  terminal.status('');
  if (done === 'served')
    throw new CommandError(
      'Apps work on this store, on this machine or another. Stop all of them first: rebuilding drops what they read from.',
    );
  if (flags.json === true) {
    printJson(context, done);
    return;
  }
  const rate = grouped((done.events * 1000) / Math.max(1, done.ms));
  terminal.out(
    `Rebuilt ${plural(done.entries, 'index entry', 'index entries')} from ${plural(done.events, 'event')} in ${duration(done.ms)}, ${rate} events/s.`,
  );
};

export const addRebuild = (program: Command, context: Context): void => {
  program
    .command('rebuild')
    .description('drop every read model and index, and make them again from the event log')
    .option('--json', 'print JSON')
    .action((flags: { readonly json?: boolean }) => rebuild(context, flags));
};
