import { raiseReview, type ReviewClaim } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { findReview, reviewStateOf } from '#read-models';
import { writtenBy } from '../written-by.js';

/** The same question of the same memories, by the same person, is one item. */
const reviewIdOf = (
  { idKey }: LogWriter,
  tenantId: string,
  claim: Omit<ReviewClaim, 'reviewId' | 'at'>,
): string => idKey.derive('review', tenantId, claim.kind, claim.claimantId ?? '', ...claim.memoryIds);

/** What puts a question about memories to a person, and the id of the item. */
export const raising = async (
  writer: LogWriter,
  { now }: { readonly now: () => Date },
  tenantId: string,
  claim: Omit<ReviewClaim, 'reviewId' | 'at'>,
): Promise<{ readonly reviewId: string; readonly append: StreamAppend }> => {
  const reviewId = reviewIdOf(writer, tenantId, claim);
  const row = await findReview(writer.sql, tenantId, reviewId);
  const events = raiseReview({ ...claim, reviewId, at: now() }, row && reviewStateOf(row));
  return { reviewId, append: { stream: `review-${reviewId}`, events } };
};

/** Puts a question about memories to a person. Returns the item's id. */
export const raiseInto = async (
  writer: LogWriter,
  options: { readonly now: () => Date },
  tenantId: string,
  claim: Omit<ReviewClaim, 'reviewId' | 'at'>,
): Promise<string> => {
  const { reviewId, append } = await raising(writer, options, tenantId, claim);
  await writer.append([append], { actor: writtenBy(claim.by) });
  return reviewId;
};
