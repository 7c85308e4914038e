import type { Command } from 'commander';
import type { PolicyExplainView } from '#contracts';
import { memoryIdFor } from '../memories.js';
import { hanging } from '../output/text.js';
import { withPlatform } from '../session.js';
import {
  viewerAndPlaceOf,
  otherAgents,
  printJson,
  viewerOf,
  withGlobals,
  withViewer,
  type Context,
  type Globals,
  type ViewerFlags,
} from './command.js';

interface ExplainFlags extends Globals, ViewerFlags {}

const show = ({ terminal }: Context, verdict: PolicyExplainView): void => {
  const { paint } = terminal;
  const word = verdict.decision === 'allow' ? paint.green('allowed') : paint.red('denied');
  terminal.out(`${word} by ${paint.bold(verdict.rule)}`);
  terminal.out(hanging('  ', verdict.reason, terminal.width));
  const knobs = Object.entries(verdict.knobs).map(([name, value]) => `${name}=${String(value)}`);
  terminal.out(
    paint.dim(hanging('  ', `policy ${verdict.policy_version} · ${knobs.join(' ')}`, terminal.width)),
  );
};

export const addExplain = (program: Command, context: Context): void => {
  const command = program
    .command('explain')
    .description('why one memory may or may not be said to this person, in this place (operator key)')
    .argument('<memory id>', 'or its first characters');
  withGlobals(withViewer(command)).action(async (prefix: string, flags: ExplainFlags) => {
    const verdict = await withPlatform(context, flags, { mayCreate: false }, async (api) => {
      const asking = await viewerAndPlaceOf(api, flags);
      return api.post<PolicyExplainView>('/v1/policy/explain', {
        agent_id: flags.agent,
        viewer: viewerOf(asking),
        ...(asking.place ? { source: asking.place } : {}),
        memory_id: await memoryIdFor(api, prefix, { agent_id: flags.agent }),
      });
    });
    if (flags.json === true) printJson(context, verdict);
    else show(context, verdict);
    if (verdict.rule === 'other-agent' && flags.agent === undefined) context.terminal.err(otherAgents);
  });
};
