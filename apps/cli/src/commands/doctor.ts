import type { Command } from 'commander';
import type { DoctorPage } from '#contracts';
import { doctorText } from '../output/doctor.js';
import { withPlatform } from '../session.js';
import { printJson, withGlobals, type Context, type Globals } from './command.js';

export const addDoctor = (program: Command, context: Context): void => {
  const command = program.command('doctor').description('how the store is, on one page; it changes nothing');
  withGlobals(command).action(async (flags: Globals) => {
    const page = await withPlatform(context, flags, { mayCreate: false }, (api) =>
      api.get<DoctorPage>('/v1/maintenance/doctor'),
    );
    if (flags.json === true) printJson(context, page);
    else context.terminal.out(doctorText(context.terminal, page));
  });
};
