import type { Command } from 'commander';
import { parkedActions, type MaintenanceReport, type Page } from '#contracts';
import { maintenanceTasks } from '#domain';
import { CommandError } from '../failure.js';
import { dateFor } from '../output/memory.js';
import { grouped, oneLine } from '../output/text.js';
import { table } from '../output/table.js';
import { withPlatform } from '../session.js';
import { oneOf, printJson, wholeNumber, withGlobals, type Context, type Globals } from './command.js';
import { printList } from './lists.js';

const sampleOf = (ids: readonly string[]): string =>
  ids.length === 0 ? '' : `${ids.slice(0, 3).map(oneLine).join(', ')}${ids.length > 3 ? ', …' : ''}`;

const printReport = ({ terminal }: Context, report: MaintenanceReport): void => {
  if (report.findings.length > 0)
    terminal.out(
      table(
        terminal,
        [
          { title: 'kind', cell: ({ kind }) => kind, paint: terminal.paint.cyan },
          { title: 'found', cell: ({ found }) => grouped(found), align: 'right' },
          { title: 'changed', cell: ({ changed }) => grouped(changed), align: 'right' },
          { title: 'such as', cell: ({ sample_ids }) => sampleOf(sample_ids), grows: true },
        ],
        report.findings,
      ),
    );
  const { task, status, found, changed, dry_run: isDryRun } = report;
  if (status === 'done')
    terminal.out(
      isDryRun
        ? `${task}: ${grouped(found)} found; nothing was changed.`
        : `${task}: ${grouped(found)} found, ${grouped(changed)} changed.`,
    );
};

interface RunFlags extends Globals {
  readonly dryRun?: boolean;
  readonly action?: string;
  readonly olderThan?: string;
}

const addRun = (janitor: Command, context: Context): void => {
  const command = janitor
    .command('run')
    .description('run a task now and print its report')
    .argument('<task>', maintenanceTasks.join(', '))
    .option('--dry-run', 'find the same, change nothing')
    .option('--action <action>', `of task parked: ${parkedActions.join(', ')}`)
    .option('--older-than <days>', 'of task parked: what has been parked for so long');
  withGlobals(command).action(async (word: string, flags: RunFlags) => {
    const task = oneOf('<task>', word, maintenanceTasks);
    const report = await withPlatform(context, flags, { mayCreate: false }, (api) =>
      api.post<MaintenanceReport>(`/v1/maintenance/${task}?timeout_ms=60000`, {
        dry_run: flags.dryRun === true,
        ...(flags.action === undefined ? {} : { action: oneOf('--action', flags.action, parkedActions) }),
        ...(flags.olderThan === undefined
          ? {}
          : { older_than_days: wholeNumber('--older-than', flags.olderThan, 0, 3650) }),
      }),
    );
    if (flags.json === true) printJson(context, report);
    else printReport(context, report);
    if (report.status === 'failed')
      throw new CommandError(`${task} failed (${oneLine(report.error ?? 'unknown')}); it is parked.`);
    if (report.status !== 'done' && flags.json !== true)
      context.terminal.err(`${task} goes on: \`kith janitor reports\` tells when it is done.`);
  });
};

const stateOf = ({ status, dry_run: isDryRun }: MaintenanceReport): string =>
  isDryRun && status === 'done' ? 'dry run' : status;

const addReports = (janitor: Command, context: Context): void => {
  const { terminal } = context;
  const command = janitor
    .command('reports')
    .description('what tasks found and did, the newest first')
    .option('--limit <count>', 'so many at most', '20');
  withGlobals(command).action(async (flags: Globals & { readonly limit: string }) => {
    const limit = wholeNumber('--limit', flags.limit, 1, 200);
    const page = await withPlatform(context, flags, { mayCreate: false }, (api) =>
      api.get<Page<MaintenanceReport>>('/v1/maintenance/reports', { limit }),
    );
    printList(context, flags, page, {
      none: 'No task has run yet.',
      columns: [
        { title: 'when', cell: ({ asked_at }) => dateFor(terminal, asked_at), paint: terminal.paint.dim },
        { title: 'task', cell: ({ task }) => task, paint: terminal.paint.cyan },
        { title: 'state', cell: stateOf },
        { title: 'found', cell: ({ found }) => grouped(found), align: 'right' },
        { title: 'changed', cell: ({ changed }) => grouped(changed), align: 'right' },
        { title: 'asked by', cell: ({ asked_by }) => oneLine(asked_by), grows: true },
      ],
    });
  });
};

export const addJanitor = (program: Command, context: Context): void => {
  const janitor = program
    .command('janitor')
    .description('tasks that keep the store in order; they run by themselves, and now when you say so');
  addRun(janitor, context);
  addReports(janitor, context);
};
