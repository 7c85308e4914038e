import { Command, CommanderError } from 'commander';
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

type Add = (program: Command, context: Context) => void;
/** Each is loaded when it is called, all of them for the help. In the order of the help. */
const commands: Readonly<Record<string, () => Promise<Add>>> = {
  up: async () => (await import('./commands/up.js')).addUp,
  demo: async () => (await import('./commands/demo.js')).addDemo,
  import: async () => (await import('./commands/import.js')).addImport,
  recall: async () => (await import('./commands/recall.js')).addRecall,
  memories: async () => (await import('./commands/memories.js')).addMemories,
  explain: async () => (await import('./commands/explain.js')).addExplain,
  rebuild: async () => (await import('./commands/rebuild.js')).addRebuild,
  migrate: async () => (await import('./commands/migrate.js')).addMigrate,
  parked: async () => (await import('./commands/parked.js')).addParked,
  erasures: async () => (await import('./commands/erasures.js')).addErasures,
  reviews: async () => (await import('./commands/reviews.js')).addReviews,
  janitor: async () => (await import('./commands/janitor.js')).addJanitor,
  doctor: async () => (await import('./commands/doctor.js')).addDoctor,
  keys: async () => (await import('./commands/keys.js')).addKeys,
  tenants: async () => (await import('./commands/tenants.js')).addTenants,
  models: async () => (await import('./commands/models.js')).addModels,
  extract: async () => (await import('./commands/extract.js')).addExtract,
};

/** Settings of a command are inherited only by those added later, so they come first. */
const openProgram = (called: readonly Add[], version: string | null, context: Context): Command => {
  const program = new Command('kith')
    .description(
      'Memory for agents that live among many people: who said what about whom, where, and who may hear it again.',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.terminal.out(text.trimEnd()),
      writeErr: (text) => context.terminal.err(text.trimEnd().replace(/^error: /u, 'kith: ')),
      getOutHelpWidth: () => Math.min(context.terminal.width, 100),
    })
    .showHelpAfterError('(--help tells more)')
    .addHelpText('after', examples);
  if (version !== null) program.version(version);
  for (const add of called) add(program, context);
  return program;
};

/** Whoever asks for help, or calls nothing that there is, is shown all there is. */
const programFor = async ([name = '']: readonly string[], context: Context): Promise<Command> => {
  const called = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (called) return openProgram([await called()], null, context);
  const [{ kithVersion }, ...all] = await Promise.all([
    import('#contracts'),
    ...Object.values(commands).map((load) => load()),
  ]);
  return openProgram(all, kithVersion, context);
};

/** Runs one command line and gives its exit code: 0 done, 1 failed, 2 called wrongly. */
export const run = async (args: readonly string[], context: Context): Promise<number> => {
  const { terminal } = context;
  try {
    const program = await programFor(args, context);
    await program.parseAsync(args, { from: 'user' });
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
