import type { Command } from 'commander';
import { openApi } from '../api.js';
import type { RunningPlatform } from '../context.js';
import { check, type CheckedFact } from '../demo/checks.js';
import { play, type Played } from '../demo/play.js';
import { nextText, openingText, questionText } from '../demo/show.js';
import { causeOf, CommandError } from '../failure.js';
import { plural } from '../output/text.js';
import { isPlatform } from '../session.js';
import { printJson, wholeNumber, type Context } from './command.js';
import { untilStopped } from './up.js';

interface DemoFlags {
  readonly once?: boolean;
  readonly port?: string;
  readonly json?: boolean;
}

/** A world of its own: in memory, on embedded engines, with a key nobody has set. */
const ownWorld = { KITH_DATA_DIR: 'memory://', DATABASE_URL: '', KITH_OPERATOR_KEY: '' };

const portFor = async (context: Context, flags: DemoFlags): Promise<number> => {
  if (flags.port !== undefined) return wholeNumber('--port', flags.port, 0, 65_535);
  const { port } = context.config(ownWorld);
  const isTaken =
    flags.once === true ||
    !context.terminal.isTty ||
    (await isPlatform(`http://127.0.0.1:${port}`, context.signal));
  return isTaken ? 0 : port;
};

const start = async (context: Context, flags: DemoFlags): Promise<RunningPlatform> => {
  const port = await portFor(context, flags);
  context.terminal.status('Starting a platform in memory …');
  const platform = await (
    await context.hosting()
  )
    .start({ config: context.config(ownWorld), port, quiet: true })
    .catch((thrown: unknown) => {
      throw new CommandError(`The demo cannot start: ${causeOf(thrown)}.`, 1, { cause: thrown });
    });
  context.terminal.status('');
  return platform;
};

const report = (
  context: Context,
  played: Played,
  checks: readonly (readonly CheckedFact[])[],
  ms: number,
  flags: DemoFlags,
): void => {
  if (flags.json === true) {
    const asked = played.asked.map(({ question, answer, verdicts }, index) => ({
      who: question.who,
      at: question.at,
      asks: question.asks,
      context: answer.context,
      results: answer.results,
      withheld: verdicts
        .filter(({ decision }) => decision === 'deny')
        .map(({ line, rule }) => ({ said: line.said, by: line.who, at: line.at, rule })),
      checks: checks[index],
    }));
    printJson(context, { events: played.events, memories: played.memories, questions: asked });
    return;
  }
  // A story is read by people, also in a file.
  const terminal = { ...context.terminal, width: Math.min(context.terminal.width, 100) };
  terminal.out(openingText(terminal, played, ms));
  played.asked.forEach((asked, index) =>
    terminal.out(`\n${questionText(terminal, index + 1, asked, checks[index] ?? [])}`),
  );
};

const demo = async (context: Context, flags: DemoFlags): Promise<void> => {
  const { terminal, signal } = context;
  const startedAt = terminal.now().getTime();
  const platform = await start(context, flags);
  try {
    const ms = terminal.now().getTime() - startedAt;
    const played = await play(
      openApi({ url: platform.url, key: platform.operatorKey }, signal),
      terminal.now(),
    );
    const checks = played.asked.map((asked) => check(asked, played.learned));
    report(context, played, checks, ms, flags);
    const broken = checks.flat().filter(({ holds }) => !holds).length;
    const total = checks.flat().length;
    if (broken > 0) throw new CommandError(`${broken} of ${plural(total, 'fact')} of the demo do not hold.`);
    // Nobody would be there to stop it: without a terminal it ends as with --once.
    if (flags.once === true || !terminal.isTty) {
      if (flags.json !== true) terminal.out(`\n${terminal.paint.green(`All ${total} facts hold.`)}`);
      return;
    }
    if (flags.json !== true) terminal.out(`\n${nextText(terminal, platform.url, platform.operatorKey)}`);
    await untilStopped(signal);
  } finally {
    terminal.status('');
    await platform.stop();
  }
};

export const addDemo = (program: Command, context: Context): void => {
  program
    .command('demo')
    .description('a story in memory: who may hear what, and why not')
    .option('--once', 'end after the questions (as it does without a terminal)')
    .option('--port <port>', 'where to listen (default: KITH_PORT, or a free one)')
    .option('--json', 'print JSON')
    .action((flags: DemoFlags) => demo(context, flags));
};
