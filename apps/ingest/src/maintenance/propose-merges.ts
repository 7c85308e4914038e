import { answered, type Answer, type MaintenanceCommands } from '#contracts';
import type { LogWriter } from '#event-log';
import { freshRows, pairsAskedOf } from '#read-models';
import type { CommandOptions } from '../command-options.js';
import { raiseInto } from '../raise-review/raise-into.js';

const by = { kind: 'system', id: 'janitor', viewerId: null } as const;
/** They say the same but for capitals and marks. */
const confidence = 0.9;
/** With the one that stays. */
const mostInItem = 8;

type Group = readonly string[];

/** Of memories that say the same, those that stand and of which nobody was asked beside the first. */
const unasked = async (writer: LogWriter, tenantId: string, group: Group): Promise<Group> => {
  const rows = await freshRows(writer.sql, tenantId, group);
  const [stays, ...others] = group.filter((id) => rows.get(id)?.facts.status === 'active');
  if (stays === undefined) return [];
  const asked = await pairsAskedOf(writer.sql, tenantId, stays, others);
  const left = others.filter((id) => !asked.has(id)).slice(0, mostInItem - 1);
  return left.length === 0 ? [] : [stays, ...left];
};

/**
 * Asks an operator whether memories that say the same are to be one.
 * INVARIANT: what was decided about two of them is not asked again, whatever says the same since.
 */
export const proposeMerges = (
  { log, now }: Pick<CommandOptions, 'log' | 'now'>,
  { tenantId, groups }: Parameters<MaintenanceCommands['proposeMerges']>[0],
): Promise<Answer<number>> =>
  log.write(tenantId, async (writer) => {
    let asked = 0;
    for (const group of groups) {
      const memoryIds = await unasked(writer, tenantId, group);
      if (memoryIds.length === 0) continue;
      const claim = {
        kind: 'duplicate_merge',
        memoryIds,
        claimantId: null,
        confidence,
        note: null,
        by,
      } as const;
      await raiseInto(writer, { now }, tenantId, claim);
      asked += memoryIds.length - 1;
    }
    return answered(asked);
  });
