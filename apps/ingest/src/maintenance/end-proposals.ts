import { answered, type Answer, type MaintenanceCommands } from '#contracts';
import { revertLink } from '#domain';
import type { StreamAppend } from '#event-log';
import { findLink, linkStateOf } from '#read-models';
import type { CommandOptions } from '../commands/command-options.js';

/** A proposal of Kith's own that nobody decided about is taken back: stronger evidence asks again. */
export const endProposals = (
  { log, now }: Pick<CommandOptions, 'log' | 'now'>,
  { tenantId, runId, linkIds, before }: Parameters<MaintenanceCommands['endProposals']>[0],
): Promise<Answer<number>> =>
  log.write(tenantId, async (writer) => {
    const by = { kind: 'system', id: 'janitor', viewerId: null } as const;
    const appends: StreamAppend[] = [];
    for (const linkId of linkIds) {
      const row = await findLink(writer.sql, tenantId, linkId);
      if (row?.status !== 'pending' || row.created_at >= before) continue;
      const decision = revertLink({ linkId, by, note: null, at: now() }, linkStateOf(row));
      if (decision.kind === 'decided') appends.push({ stream: `link-${linkId}`, events: decision.events });
    }
    await writer.append(appends, { actor: `janitor:${runId}` });
    return answered(appends.length);
  });
