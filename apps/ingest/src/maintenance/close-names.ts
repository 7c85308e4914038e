import { answered, type Answer, type MaintenanceCommands } from '#contracts';
import { event } from '#domain';
import { stillStale } from '#read-models';
import type { CommandOptions } from '../command-options.js';

/** Names that nobody bears and nobody says mean nobody from now on. What was said before means whom it meant. */
export const closeNames = (
  { log, now }: Pick<CommandOptions, 'log' | 'now'>,
  { tenantId, runId, aliasIds, before }: Parameters<MaintenanceCommands['closeNames']>[0],
): Promise<Answer<number>> =>
  log.write(tenantId, async (writer) => {
    const at = now();
    const names = await stillStale(writer.sql, tenantId, before, aliasIds);
    await writer.append(
      names.map(({ entityId, kind, name }) => ({
        stream: `entity-${entityId}`,
        events: [event('NameClosed', { entityId, kind, name, at }, at)],
      })),
      { actor: `janitor:${runId}` },
    );
    return answered(names.length);
  });
