import type { Command } from 'commander';
import { recallModes, type RecallAnswer } from '#contracts';
import { memoryTypes } from '#domain';
import type { Api } from '../api.js';
import { usageError } from '../failure.js';
import { contextText } from '../output/context.js';
import { explanationText } from '../output/memory.js';
import { plural } from '../output/text.js';
import { withPlatform } from '../session.js';
import {
  agentHint,
  viewerAndPlaceOf,
  oneOf,
  printJson,
  viewerOf,
  wholeNumber,
  withGlobals,
  withViewer,
  type Context,
  type Globals,
  type ViewerFlags,
} from './command.js';

interface RecallFlags extends Globals, ViewerFlags {
  readonly topK: string;
  readonly mode: string;
  readonly type?: string;
  readonly messages?: boolean;
  readonly explain?: boolean;
}

const ask = async (api: Api, query: string | undefined, flags: RecallFlags): Promise<RecallAnswer> => {
  const mode = oneOf('--mode', flags.mode, recallModes);
  if (mode === 'hybrid' && (query ?? '').trim() === '')
    throw usageError('A question is required: kith recall "<question>" --as <person>');
  if (mode === 'typed' && flags.type === undefined) throw usageError('--mode typed wants --type.');
  const topK = wholeNumber('--top-k', flags.topK, 1, 200);
  const asking = await viewerAndPlaceOf(api, flags);
  return api.post<RecallAnswer>('/v1/recall', {
    agent_id: flags.agent,
    viewer: viewerOf(asking),
    ...(asking.place ? { source: asking.place } : {}),
    ...(query === undefined ? {} : { query }),
    ...(flags.type === undefined ? {} : { memory_type: oneOf('--type', flags.type, memoryTypes) }),
    top_k: topK,
    mode,
    include_messages: flags.messages ?? 'auto',
    explain: flags.explain === true,
  });
};

const show = ({ terminal }: Context, answer: RecallAnswer, flags: RecallFlags): void => {
  const { paint } = terminal;
  if (answer.results.length > 0) terminal.out(contextText(terminal, answer));
  else if (answer.gated) terminal.out(answer.context);
  else terminal.out(paint.dim('Nothing is remembered that may be said here.'));
  if (answer.explanation) terminal.out(`\n${explanationText(terminal, answer.explanation)}`);
  if (!terminal.watchesErrors) return;
  const where = flags.in === undefined ? 'alone with the agent' : `in ${flags.in}`;
  terminal.err(
    paint.dim(`${plural(answer.results.length, 'memory', 'memories')} for ${flags.as ?? ''}, ${where}`),
  );
};

export const addRecall = (program: Command, context: Context): void => {
  const command = program
    .command('recall')
    .description('what may be said to this person, in this place')
    .argument('[question]', 'what is asked; not needed with --mode recent or important')
    .option('--top-k <count>', 'how many memories at most', '10')
    .option('--mode <mode>', recallModes.join(', '), 'hybrid')
    .option('--type <type>', 'only memories of this type (with --mode typed)')
    .option('--messages', 'message excerpts too, whether or not facts answer')
    .option('--no-messages', 'facts alone')
    .option('--explain', 'the decision on every candidate, denied ones too (operator key)');
  withGlobals(withViewer(command)).action(async (question: string | undefined, flags: RecallFlags) => {
    if (flags.as === undefined) throw usageError('--as is required: who asks?');
    const { answer, hint } = await withPlatform(context, flags, { mayCreate: false }, async (api) => {
      const found = await ask(api, question, flags);
      const isHintDue = found.results.length === 0 && flags.json !== true;
      return { answer: found, hint: isHintDue ? await agentHint(api, flags) : null };
    });
    if (flags.json === true) printJson(context, answer);
    else show(context, answer, flags);
    if (hint !== null) context.terminal.err(hint);
  });
};
