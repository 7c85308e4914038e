import {
  answered,
  isOperator,
  type Answer,
  type Caller,
  type DecidedReviews,
  type DecideReviews,
} from '#contracts';
import { reviewsWanted } from '#read-models';
import type { CommandOptions } from '../../command-options.js';
import { decideInto, operatorOf, reviewsAreForOperators } from './decide.js';

const mostAtOnce = 200;

/**
 * Decides about many items alike, each by itself: what may not be decided so is told, and holds up nothing else. A dry run
 * tells the same and decides nothing.
 */
export const decideReviews = async (
  options: CommandOptions,
  caller: Caller,
  { verdict, ids, kind, least_confidence, note, dry_run: isDryRun }: DecideReviews,
): Promise<Answer<DecidedReviews>> => {
  if (!isOperator(caller)) return reviewsAreForOperators;
  const { tenantId } = caller;
  const asked = { verdict, given: { note }, by: operatorOf(caller), isDryRun };
  return options.log.write(tenantId, async (writer) => {
    const wanted = { kind, status: 'pending', leastConfidence: least_confidence, limit: mostAtOnce } as const;
    const all =
      ids ??
      (await reviewsWanted(writer.sql, tenantId, wanted, options.now()))
        .slice(0, mostAtOnce)
        .map((row) => row.review_id);
    const decided: DecidedReviews['decided'][number][] = [];
    const refused: DecidedReviews['refused'][number][] = [];
    for (const id of new Set(all)) {
      const answer = await decideInto(writer, options, tenantId, id, asked);
      if (answer.ok) decided.push(answer.value);
      else
        refused.push({
          id,
          reason:
            answer.problem.errors?.map(({ path, message }) => `${path} ${message}`).join('; ') ??
            answer.problem.detail,
        });
    }
    return answered({ dry_run: isDryRun, decided, refused });
  });
};
