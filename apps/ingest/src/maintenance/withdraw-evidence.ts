import { answered, type Answer, type MaintenanceCommands } from '#contracts';
import { event, evidenceKeyOf } from '#domain';
import { loadMemories, topicsOf } from '#read-models';
import { memoryAppends } from '../settle-topics/memory-appends.js';
import { settleTopics } from '../settle-topics/settle-topics.js';
import type { CommandOptions } from '../command-options.js';

/** What no message says any more is believed no more; what else supports a memory keeps it. */
export const withdrawEvidence = (
  { log, knobs, now }: Pick<CommandOptions, 'log' | 'knobs' | 'now'>,
  { tenantId, runId, evidence }: Parameters<MaintenanceCommands['withdrawEvidence']>[0],
): Promise<Answer<number>> =>
  log.write(tenantId, async (writer) => {
    const ids = evidence.map(({ memoryId }) => memoryId);
    const stored = await loadMemories(writer.sql, ids);
    const touched = await topicsOf(writer.sql, ids);
    const events = evidence.flatMap(({ memoryId, recordId }) => {
      const held = stored.get(memoryId);
      const isHeld =
        held?.tenantId === tenantId &&
        held.evidence.some((item) => evidenceKeyOf(item) === evidenceKeyOf({ recordId, eventId: null }));
      return isHeld
        ? [event('MemoryEvidenceWithdrawn', { memoryId, recordId, reason: 'deleted' }, now())]
        : [];
    });
    await writer.append(memoryAppends(events), { actor: `janitor:${runId}` });
    await settleTopics(writer, { tenantId, knobs }, touched, now());
    return answered(events.length);
  });
