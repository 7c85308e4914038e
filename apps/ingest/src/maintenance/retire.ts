import { answered, type Answer, type MaintenanceCommands } from '#contracts';
import { archiveMemory, expireMemory, type MemoryEvent } from '#domain';
import type { LogWriter } from '#event-log';
import { loadMemories } from '#read-models';
import { memoryAppends } from '../settle-topics/memory-appends.js';
import type { CommandOptions } from '../command-options.js';

type Input<Command extends keyof MaintenanceCommands> = Parameters<MaintenanceCommands[Command]>[0];

/** The janitor saw them a moment ago: whether they are to be retired is decided on how they are now. */
const retiredOf = async (
  writer: LogWriter,
  { tenantId, memories }: Input<'retire'>,
  now: Date,
): Promise<readonly MemoryEvent[]> => {
  const stored = await loadMemories(
    writer.sql,
    memories.map(({ memoryId }) => memoryId),
  );
  return memories.flatMap(({ memoryId, reason }) => {
    const held = stored.get(memoryId);
    if (!held || held.tenantId !== tenantId) return [];
    return reason === null ? expireMemory(held.memory, now) : archiveMemory(held.memory, reason, now);
  });
};

export const retireMemories = (
  { log, now }: Pick<CommandOptions, 'log' | 'now'>,
  input: Input<'retire'>,
): Promise<Answer<readonly string[]>> =>
  log.write(input.tenantId, async (writer) => {
    const events = await retiredOf(writer, input, now());
    await writer.append(memoryAppends(events), { actor: `janitor:${input.runId}` });
    return answered(events.map(({ data }) => data.memoryId));
  });
