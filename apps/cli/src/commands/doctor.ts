import type { Command } from 'commander';
import type { DoctorPage } from '#contracts';
import { doctorText } from '../output/doctor.js';
import { CommandError } from '../failure.js';
import { fieldLines } from '../output/fields.js';
import { withPlatform } from '../session.js';
import { printJson, withGlobals, type Context, type Globals } from './command.js';

const path = '/v1/maintenance/doctor';

/** Null: the edge is there, and nobody behind it who could tell. */
const pageOf = (context: Context, flags: Globals): Promise<DoctorPage | null> =>
  withPlatform(context, flags, { mayCreate: false }, async (api) =>
    (await api.once('GET', path)).status === 503 ? null : api.get<DoctorPage>(path),
  );

/** Looks at the servers itself, by the same settings. */
const lookFromHere = async (context: Context, flags: Globals): Promise<void> => {
  const { reach } = await context.hosting();
  const engines = Object.entries(await reach(context.config()));
  if (flags.json === true) {
    const reachable = Object.fromEntries(engines.map(([name, fault]) => [name, fault === null]));
    printJson(context, { status: 'unreachable', reachable });
  } else {
    const told = engines.map(([name, fault]) => (fault === null ? `${name} yes` : `${name} NO (${fault})`));
    const line = ['gateway yes', ...told].join(', ');
    context.terminal.out(fieldLines(context.terminal, [['reachable', line]]));
  }
  throw new CommandError(
    engines.some(([, fault]) => fault !== null)
      ? 'The gateway answers; a server that all apps need does not.'
      : 'The gateway answers, and no janitor does: is one running?',
  );
};

export const addDoctor = (program: Command, context: Context): void => {
  const command = program.command('doctor').description('how the store is, on one page; it changes nothing');
  withGlobals(command).action(async (flags: Globals) => {
    const page = await pageOf(context, flags);
    if (page === null) await lookFromHere(context, flags);
    else if (flags.json === true) printJson(context, page);
    else context.terminal.out(doctorText(context.terminal, page));
  });
};
