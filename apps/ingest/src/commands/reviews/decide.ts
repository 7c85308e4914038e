import {
  answered,
  failed,
  isOperator,
  type Answer,
  type Caller,
  type DecidedReview,
  type DecideReview,
  type ReviewVerdict,
} from '#contracts';
import { approveLink, rejectLink, undoLink, type Actor } from '#domain';
import type { LogWriter } from '#event-log';
import { findLink, linkStateOf, reviewStatusOfLink, type LinkRow } from '#read-models';
import type { CommandOptions } from '../command-options.js';
import { writtenBy } from '../links/propose.js';

const forbidden = failed('forbidden', 'reviews need the operator role');
const noSuchReview = failed('not-found', 'no such review');
const decidersOfLinks = { approve: approveLink, reject: rejectLink, undo: undoLink } as const;

/** Why it is not decided so, in the words of whoever asked. */
const refusals = {
  'decided-already': failed('conflict', 'it was decided already'),
  'not-decided': failed('conflict', 'nothing was decided that could be undone'),
  'own-proposal': failed('forbidden', 'whoever proposed it may not approve it: another operator has to'),
} as const;

const decideLink = async (
  writer: LogWriter,
  options: CommandOptions,
  by: Actor,
  row: LinkRow,
  verdict: ReviewVerdict,
  { note }: DecideReview,
): Promise<Answer<DecidedReview>> => {
  const { link_id: linkId } = row;
  const decision = decidersOfLinks[verdict](
    { linkId, by, note: note ?? null, at: options.now() },
    linkStateOf(row),
  );
  if (decision.kind !== 'decided') return refusals[decision.kind];
  await writer.append([{ stream: `link-${linkId}`, events: decision.events }], { actor: writtenBy(by) });
  const after = await findLink(writer.sql, row.tenant_id, linkId);
  return answered({ id: linkId, status: reviewStatusOfLink(after ?? row) });
};

/** Decides about one item, or takes the decision back. INVARIANT: of many who decide at once one does, and the others are told. */
export const decideReview = async (
  options: CommandOptions,
  caller: Caller,
  reviewId: string,
  verdict: ReviewVerdict,
  given: DecideReview,
): Promise<Answer<DecidedReview>> => {
  if (!isOperator(caller)) return forbidden;
  const { tenantId, keyId } = caller;
  const by: Actor = { kind: 'operator', id: keyId, viewerId: null };
  return options.log.write(tenantId, async (writer) => {
    const link = await findLink(writer.sql, tenantId, reviewId);
    return link ? decideLink(writer, options, by, link, verdict, given) : noSuchReview;
  });
};
