import { answered, type Answer, type MaintenanceCommands } from '#contracts';
import type { LinkEvidence } from '#domain';
import type { LogWriter } from '#event-log';
import { evidenceKinds, surenessOf, type EvidenceKind } from '#identity';
import { findLink, readActor } from '#read-models';
import type { CommandOptions } from '../command-options.js';
import { proposeInto } from '../links/propose.js';
import { evidenceOf, linking, scoredCandidates } from '../propose-links/propose-links.js';

type Options = Pick<CommandOptions, 'log' | 'knobs' | 'now'>;

const isKnownKind = (kind: string): kind is EvidenceKind => kind in evidenceKinds;

const surenessOfAll = (evidence: readonly LinkEvidence[]): number =>
  surenessOf(evidence.flatMap(({ kind, weight }) => (isKnownKind(kind) ? [{ kind, weight }] : [])));

/** What speaks for it now and did not when it was asked; null: nothing more. */
const grown = async (writer: LogWriter, options: Options, tenantId: string, linkId: string) => {
  const row = await findLink(writer.sql, tenantId, linkId);
  if (row?.status !== 'pending' || readActor(row.proposed_by).kind !== 'system') return null;
  const ends = [row.from_entity, row.to_entity];
  const pairs = await scoredCandidates(writer, options, tenantId, ends);
  const pair = pairs.find(({ one, other }) => ends.includes(one) && ends.includes(other));
  if (!pair) return null;
  const evidence = evidenceOf(pair.score);
  const confidence = surenessOfAll([...row.evidence, ...evidence]);
  const isMore =
    confidence > row.confidence ||
    evidence.some(({ kind }) => !row.evidence.some((was) => was.kind === kind));
  return isMore ? { fromId: row.from_entity, toId: row.to_entity, evidence, confidence } : null;
};

/**
 * Looks again at what waits: people came to talk in the same places, with the same others, since they were asked about.
 * INVARIANT: what a person decided is not looked at: a rejection waits for proof, and proof is heard of as it comes.
 */
export const weighAgain = (
  options: Options,
  { tenantId, linkIds, isDryRun }: Parameters<MaintenanceCommands['weighAgain']>[0],
): Promise<Answer<readonly string[]>> =>
  options.log.write(tenantId, async (writer) => {
    const found: string[] = [];
    for (const linkId of linkIds) {
      const more = await grown(writer, options, tenantId, linkId);
      if (more === null) continue;
      if (!isDryRun) await proposeInto(writer, options, { ...more, tenantId, by: linking });
      found.push(linkId);
    }
    return answered(found);
  });
