import { Command, CommanderError } from 'commander';
import { kithVersion } from '#contracts';
import { addDemo } from './commands/demo.js';
import { addDoctor } from './commands/doctor.js';
import { addErasures } from './commands/erasures.js';
import { addExplain } from './commands/explain.js';
import { addExtract } from './commands/extract.js';
import { addImport } from './commands/import.js';
import { addJanitor } from './commands/janitor.js';
import { addKeys } from './commands/keys.js';
import { addMemories } from './commands/memories.js';
import { addMigrate } from './commands/migrate.js';
import { addModels } from './commands/models.js';
import { addParked } from './commands/parked.js';
import { addRebuild } from './commands/rebuild.js';
import { addRecall } from './commands/recall.js';
import { addTenants } from './commands/tenants.js';
import { addReviews } from './commands/reviews.js';
import { addUp } from './commands/up.js';
import type { Context } from './context.js';
import { causeOf, CommandError } from './failure.js';

const examples = `
Examples:
  kith demo                                       see what it does, in memory
  kith up                                         serve on KITH_PORT, with the data of KITH_DATA_DIR
  kith import irc logs/2008-06-03.log             bring a day of a channel in
  kith recall "who uses wifi?" --as irc:ana --in "#ubuntu"
  kith memories list --about irc:ana              what is held about somebody
`;

/** Settings of a command are inherited only by those added later, so they come first. */
const openProgram = (context: Context): Command => {
  const program = new Command('kith')
    .description(
      'Memory for agents that live among many people: who said what about whom, where, and who may hear it again.',
    )
    .version(kithVersion)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.terminal.out(text.trimEnd()),
      writeErr: (text) => context.terminal.err(text.trimEnd().replace(/^error: /u, 'kith: ')),
      getOutHelpWidth: () => Math.min(context.terminal.width, 100),
    })
    .showHelpAfterError('(--help tells more)')
    .addHelpText('after', examples);
  for (const add of [
    addUp,
    addDemo,
    addImport,
    addRecall,
    addMemories,
    addExplain,
    addRebuild,
    addMigrate,
    addParked,
    addErasures,
    addReviews,
    addJanitor,
    addDoctor,
    addKeys,
    addTenants,
    addModels,
    addExtract,
  ])
    add(program, context);
  return program;
};

/** Runs one command line and gives its exit code: 0 done, 1 failed, 2 called wrongly. */
export const run = async (args: readonly string[], context: Context): Promise<number> => {
  const { terminal } = context;
  try {
    await openProgram(context).parseAsync(args, { from: 'user' });
    return 0;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
    terminal.status('');
    if (context.signal.aborted && !(thrown instanceof CommandError)) {
      terminal.err('Stopped.');
      return 130;
    }
    terminal.err(
      `${terminal.watchesErrors ? terminal.paint.red('kith:') : 'kith:'} ${thrown instanceof CommandError ? thrown.message : causeOf(thrown)}`,
    );
    return context.signal.aborted ? 130 : thrown instanceof CommandError ? thrown.exitCode : 1;
  }
};
