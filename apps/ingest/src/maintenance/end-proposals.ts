import { answered, type Answer, type MaintenanceCommands } from '#contracts';
import { rejectReview, revertLink } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { findLink, findReview, linkStateOf, reviewStateOf } from '#read-models';
import type { CommandOptions } from '../command-options.js';

const by = { kind: 'system', id: 'janitor', viewerId: null } as const;

interface Ending {
  readonly tenantId: string;
  readonly before: Date;
  readonly now: Date;
}

const noteOf = ({ before, now }: Ending): string =>
  `nobody decided for ${String(Math.round((now.getTime() - before.getTime()) / 86_400_000))} days`;

/** A link is taken back, so that stronger evidence asks again. */
const endedLink = async (writer: LogWriter, ending: Ending, linkId: string): Promise<StreamAppend | null> => {
  const row = await findLink(writer.sql, ending.tenantId, linkId);
  if (row?.status !== 'pending' || row.created_at >= ending.before) return null;
  const decision = revertLink({ linkId, by, note: noteOf(ending), at: ending.now }, linkStateOf(row));
  return decision.kind === 'decided' ? { stream: `link-${linkId}`, events: decision.events } : null;
};

/** A question about memories is answered with no: what is told stays so, what is not stays untold, and an operator may undo it. */
const endedReview = async (
  writer: LogWriter,
  ending: Ending,
  reviewId: string,
): Promise<StreamAppend | null> => {
  const row = await findReview(writer.sql, ending.tenantId, reviewId);
  const state = row && reviewStateOf(row);
  if (!state || state.status !== 'pending' || row.created_at >= ending.before) return null;
  const verdict = { reviewId, choice: null, by, note: noteOf(ending), at: ending.now };
  const decision = rejectReview(verdict, state);
  return decision.kind === 'decided' ? { stream: `review-${reviewId}`, events: [decision.review] } : null;
};

/** What Kith itself asked, and nobody decided about, is asked no more. */
export const endProposals = (
  { log, now }: Pick<CommandOptions, 'log' | 'now'>,
  { tenantId, runId, linkIds, reviewIds, before }: Parameters<MaintenanceCommands['endProposals']>[0],
): Promise<Answer<number>> =>
  log.write(tenantId, async (writer) => {
    const ending = { tenantId, before, now: now() };
    const ended: (StreamAppend | null)[] = [];
    for (const linkId of linkIds) ended.push(await endedLink(writer, ending, linkId));
    for (const reviewId of reviewIds) ended.push(await endedReview(writer, ending, reviewId));
    const appends = ended.filter((append) => append !== null);
    await writer.append(appends, { actor: `janitor:${runId}` });
    return answered(appends.length);
  });
