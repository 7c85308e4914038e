import { answered, type Answer, type MaintenanceCommands } from '#contracts';
import { event } from '#domain';
import type { CommandOptions } from '../command-options.js';

const nothing = answered(null);

/** Once a run, however often it is asked for. */
export const noteRun = (
  { log, now }: Pick<CommandOptions, 'log' | 'now'>,
  { tenantId, ...run }: Parameters<MaintenanceCommands['noteRun']>[0],
): Promise<Answer<null>> =>
  log.write(tenantId, async (writer) => {
    const commandId = `maintenance:${run.runId}`;
    if ((await writer.carriedOut([commandId])).has(commandId)) return nothing;
    await writer.append(
      [{ stream: `maintenance-${run.runId}`, events: [event('MaintenanceRan', run, now())] }],
      { actor: run.askedBy },
    );
    await writer.remember(new Map([[commandId, null]]));
    return nothing;
  });
