import { contestLink, linksBetweenIdentities, type Actor } from '#domain';
import type { LogWriter } from '#event-log';
import {
  clusterOf,
  clustersOf,
  conflictBetween,
  identityKeysOf,
  linkStateOf,
  linksAround,
} from '#read-models';
import { writtenBy } from '../written-by.js';

const conflict = 'conflicting-verified-ids';

/**
 * Looks again at what joins somebody to others, and at what is asked of them, once it is known who they are.
 * INVARIANT: who was verified as somebody else hears nothing more by a link that no person approved.
 */
export const contestAround = async (
  writer: LogWriter,
  { tenantId, entityId, by, at }: { tenantId: string; entityId: string; by: Actor; at: Date },
): Promise<void> => {
  const { sql } = writer;
  const cluster = await clusterOf(sql, entityId);
  const around = await linksAround(writer.sql, tenantId, cluster);
  const active = around
    .filter(({ status }) => status === 'active')
    .map((row) => ({ linkId: row.link_id, fromId: row.from_entity, toId: row.to_entity }));
  const between = linksBetweenIdentities(active, await identityKeysOf(sql, cluster));
  const contested = new Set(between.map(({ linkId }) => linkId));
  for (const row of around) {
    if (row.status !== 'pending' || row.conflict === conflict) continue;
    const [from = [], to = []] = await clustersOf(sql, [row.from_entity, row.to_entity]);
    if ((await conflictBetween(sql, from, to)) === conflict) contested.add(row.link_id);
  }
  const appends = around
    .filter((row) => contested.has(row.link_id))
    .map((row) => ({
      stream: `link-${row.link_id}`,
      events: contestLink({ linkId: row.link_id, conflict, by, at }, linkStateOf(row)),
    }));
  await writer.append(
    appends.filter(({ events }) => events.length > 0),
    { actor: writtenBy(by) },
  );
};
