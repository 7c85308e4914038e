import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { StatsView } from '#contracts';
import type { FieldError } from '#domain';
import type { Api } from '../api.js';
import { CommandError, usageError } from '../failure.js';
import { largestBatch, type CloudEvent } from '../import/batches.js';
import { deliver, type Delivered } from '../import/deliver.js';
import { botsBy } from '../import/irc-bots.js';
import { channelIn, dateInName, ircEvents, type IrcFile, type IrcImport } from '../import/irc-events.js';
import { wallClock } from '../import/irc-timeline.js';
import { readJsonLines, type BadLine } from '../import/jsonl.js';
import { ircSummary, jsonlSummary, totalOf, type ImportResult } from '../import/summary.js';
import { openMeter } from '../output/progress.js';
import { oneLine } from '../output/text.js';
import { withPlatform } from '../session.js';
import { printJson, wholeNumber, withGlobals, type Context, type Globals } from './command.js';

interface ImportFlags extends Globals {
  readonly batch: string;
  readonly verbose?: boolean;
}

interface IrcFlags extends ImportFlags {
  readonly platform: string;
  readonly network: string;
  readonly channel?: string;
  readonly timezone: string;
  readonly agent: string;
  readonly bot: readonly string[];
  readonly date?: string;
}

const readText = async (path: string): Promise<string> => {
  // Bytes that are no UTF-8 become U+FFFD: one broken line must not cost the day.
  const bytes = await readFile(path).catch((thrown: unknown) => {
    const code = (thrown as NodeJS.ErrnoException).code;
    const why =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EISDIR'
          ? 'is a directory'
          : `cannot be read (${code ?? 'unknown'})`;
    throw new CommandError(`${path}: ${why}.`, 1, { cause: thrown });
  });
  return new TextDecoder().decode(bytes);
};

const readLog = async (path: string, date: string | undefined): Promise<IrcFile> => {
  const day = date ?? dateInName(path);
  if (day === null) throw usageError(`${path}: its name holds no date. Give --date YYYY-MM-DD.`);
  if (dateInName(day) !== day || Number.isNaN(Date.parse(day)))
    throw usageError(`--date wants YYYY-MM-DD, not ${day}.`);
  return { name: basename(path), date: day, text: await readText(path) };
};

const readLogs = async (paths: readonly string[], date: string | undefined): Promise<readonly IrcFile[]> => {
  if (date !== undefined && paths.length > 1)
    throw usageError('--date is for one file; several files carry their dates in their names.');
  const files = await Promise.all([...new Set(paths)].map((path) => readLog(path, date)));
  const days = new Map<string, string>();
  for (const file of files) {
    const other = days.get(file.date);
    if (other !== undefined)
      throw usageError(
        `${other} and ${file.name} are both of ${file.date}. Import them apart, each with its --channel.`,
      );
    days.set(file.date, file.name);
  }
  return files;
};

/** The archive whose notation this is keeps #ubuntu; a log without join lines does not tell its channel. */
const usualChannel = '#ubuntu';

const readIrc = async (
  paths: readonly string[],
  flags: IrcFlags,
): Promise<{ imported: IrcImport; channel: string; files: readonly IrcFile[] }> => {
  const toInstant = wallClock(flags.timezone);
  if (!toInstant)
    throw usageError(
      `--timezone: ${flags.timezone} is no time zone. Use a name such as Europe/Berlin, or +02:00.`,
    );
  const files = await readLogs(paths, flags.date);
  const channel = flags.channel ?? channelIn(files) ?? usualChannel;
  const place = {
    platform: flags.platform,
    network: flags.network,
    channel,
    agentId: flags.agent,
    isBot: botsBy(flags.bot),
    toInstant,
  };
  return { imported: ircEvents(files, place), channel, files };
};

/** The server may be busy with others for long; this long without anything getting on, and something is wrong. */
const patienceMs = 5 * 60_000;

const statsOf = async (api: Api): Promise<StatsView | null> => {
  const reply = await api.raw('GET', '/v1/stats');
  return reply.status === 200 ? (reply.body as StatsView) : null;
};

const send = async (
  context: Context,
  flags: ImportFlags,
  events: readonly CloudEvent[],
): Promise<ImportResult> => {
  const batchSize = wholeNumber('--batch', flags.batch, 1, largestBatch);
  return withPlatform(context, flags, { mayCreate: true }, async (api) => {
    const before = await statsOf(api);
    const meter = openMeter(context.terminal, 'Importing', events.length, 'events');
    let settled = 0;
    const delivered: Delivered = await deliver(api, events, {
      batchSize,
      patienceMs,
      onProgress: (done) => meter.advance((settled = done)),
    }).catch((thrown: unknown) => {
      meter.end();
      const isRefusal = thrown instanceof CommandError;
      if (!context.signal.aborted && !isRefusal) throw thrown;
      throw new CommandError(
        `${isRefusal && !context.signal.aborted ? `${thrown.message} ` : ''}Stopped after ${settled} of ${events.length} events. The same command goes on: nothing is added twice.`,
        1,
        { cause: thrown },
      );
    });
    const ms = meter.end();
    const after = await statsOf(api);
    const facts = before && after ? totalOf(after) - totalOf(before) : null;
    return { delivered, facts, ms };
  });
};

const spoken = ({ path, message }: FieldError): string => (path === '' ? message : `${path}: ${message}`);

const importIrc = async (context: Context, paths: readonly string[], flags: IrcFlags): Promise<void> => {
  const { terminal } = context;
  const { imported, channel, files } = await readIrc(paths, flags);
  if (flags.verbose === true)
    for (const odd of imported.odd)
      terminal.err(`${odd.file}:${odd.line}: not understood: ${oneLine(odd.text)}`);
  const result = await send(context, flags, imported.events);
  const nameOf = new Map(files.map(({ date, name }) => [date, name]));
  // An event's id is the day and line that it came from.
  const placeOf = (id: string): string => id.replace(/^[\d-]+(?=:)/u, (date) => nameOf.get(date) ?? date);
  for (const { index, errors } of result.delivered.refused)
    terminal.err(
      `${placeOf(imported.events[index]?.id ?? '')}: ${errors.map(spoken).join('; ') || 'was refused'}`,
    );
  const summary = ircSummary(terminal, { files, channel, imported, result });
  if (flags.json === true) printJson(context, summary.json);
  else terminal.out(summary.text);
  if (result.delivered.refused.length > 0)
    throw new CommandError(`${result.delivered.refused.length} events were refused.`);
};

const importJsonl = async (context: Context, path: string, flags: ImportFlags): Promise<void> => {
  const { terminal } = context;
  const read = readJsonLines(path === '-' ? await textOf(process.stdin) : await readText(path));
  const result = await send(
    context,
    flags,
    read.events.map(({ event }) => event),
  );
  const refused = result.delivered.refused.map(({ index, errors }): BadLine => ({
    line: read.events[index]?.line ?? 0,
    errors,
  }));
  const bad = [...read.bad, ...refused].sort((a, b) => a.line - b.line);
  const name = path === '-' ? 'stdin' : basename(path);
  for (const { line, errors } of bad)
    terminal.err(`${name}:${line}: ${errors.map(spoken).join('; ') || 'was refused'}`);
  const summary = jsonlSummary(terminal, { bad, result });
  if (flags.json === true) printJson(context, summary.json);
  else terminal.out(summary.text);
  if (bad.length > 0)
    throw new CommandError(
      `${bad.length} of ${bad.length + result.delivered.accepted + result.delivered.duplicates} lines were refused.`,
    );
};

export const addImport = (program: Command, context: Context): void => {
  const command = program.command('import').description('bring conversations in');
  withGlobals(
    command
      .command('irc')
      .description('channel logs, one day a file')
      .argument('<files...>', 'logs with their date in the name, such as 2008-06-03.log'),
  )
    .option('--platform <name>', 'the platform of the accounts', 'irc')
    .option('--network <name>', 'the network, which is the workspace of the channel', 'irc')
    .option('--channel <name>', 'the channel (default: the one that join lines name, else #ubuntu)')
    .option('--timezone <zone>', 'of the clock in the log', 'UTC')
    .option('--date <YYYY-MM-DD>', 'the day of the log, when its name does not tell')
    .option('--agent <handle>', 'the agent that remembers', 'default')
    .option(
      '--bot <nick>',
      'a program, whose lines are remembered of nobody; may be repeated (the usual ones are known)',
      (nick: string, others: readonly string[]) => [...others, nick],
      [],
    )
    .option('--batch <count>', 'events in one request', '200')
    .option('--verbose', 'list the lines that were not understood')
    .action((paths: readonly string[], flags: IrcFlags) => importIrc(context, paths, flags));
  withGlobals(
    command
      .command('jsonl')
      .description('message events, one CloudEvent a line')
      .argument('<file>', 'a file, or - for standard input'),
  )
    .option('--batch <count>', 'events in one request', '200')
    .action((path: string, flags: ImportFlags) => importJsonl(context, path, flags));
};
