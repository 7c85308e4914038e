import type { Command } from 'commander';
import { join } from 'node:path';
import type { RunningPlatform } from '../context.js';
import { causeOf, CommandError } from '../failure.js';
import { duration } from '../output/dates.js';
import { isPlatform } from '../session.js';
import { printJson, wholeNumber, type Context } from './command.js';

interface UpFlags {
  readonly port?: string;
  readonly json?: boolean;
}

/** Resolves when the process is asked to end. */
export const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const announce = (context: Context, platform: RunningPlatform, ms: number): void => {
  const { terminal } = context;
  const { paint } = terminal;
  const { dataDir, operatorKey } = context.config();
  terminal.out(
    `${paint.bold('Kith')} answers at ${paint.cyan(platform.url)} ${paint.dim(`(ready in ${duration(ms)})`)}`,
  );
  if (platform.isNewKey)
    terminal.out(`  key   ${paint.bold(platform.operatorKey)} ${paint.dim('(operator; printed this once)')}`);
  else if (operatorKey === null) terminal.out(`  key   ${paint.dim(`in ${join(dataDir, 'operator.key')}`)}`);
  terminal.out(`  docs  ${platform.url}/docs`);
  terminal.out(`  data  ${dataDir}`);
  if (terminal.isTty) terminal.out(paint.dim('  Ctrl-C stops it.'));
};

const serve = async (context: Context, flags: UpFlags): Promise<void> => {
  const { terminal } = context;
  const config = context.config();
  const port = flags.port === undefined ? config.port : wholeNumber('--port', flags.port, 0, 65_535);
  const url = `http://127.0.0.1:${port}`;
  if (port !== 0 && (await isPlatform(url, context.signal)))
    throw new CommandError(`A platform answers at ${url} already.`);
  const startedAt = terminal.now().getTime();
  terminal.status('Starting …');
  const platform = await (
    await context.hosting()
  )
    .start({ config, port, quiet: terminal.watchesErrors && config.logLevel === 'info' })
    .catch((thrown: unknown) => {
      throw new CommandError(`Kith cannot start: ${causeOf(thrown)}.`, 1, { cause: thrown });
    });
  terminal.status('');
  if (flags.json === true)
    printJson(context, {
      url: platform.url,
      data_dir: config.dataDir,
      ...(platform.isNewKey ? { operator_key: platform.operatorKey } : {}),
    });
  else announce(context, platform, terminal.now().getTime() - startedAt);
  await untilStopped(context.signal);
  terminal.err('Finishing what was accepted …');
  await platform.stop();
  terminal.err('Stopped.');
};

export const addUp = (program: Command, context: Context): void => {
  program
    .command('up')
    .description('serve until told to stop')
    .option('--port <port>', 'where to listen (default: KITH_PORT)')
    .option('--json', 'print JSON')
    .action((flags: UpFlags) => serve(context, flags));
};
