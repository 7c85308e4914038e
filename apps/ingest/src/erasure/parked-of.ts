import { Needles } from '#database';
import type { ParkedMessage } from '#messaging';
import { discardOne, type Discarding } from '../parked/discarding.js';
import { subjectOf } from '../parked/subject.js';
import type { Reach } from './plan.js';

const pageSize = 100;

const isMeant = (message: ParkedMessage, { kind, entityIds, sourceIds }: Reach, values: Needles): boolean => {
  const { authorId, sourceId } = subjectOf(message);
  const isTheirs = authorId !== null && entityIds.includes(authorId);
  const isThere = sourceId !== null && sourceIds.includes(sourceId);
  if (kind === 'source') return isThere && (entityIds.length === 0 || isTheirs);
  return (kind !== 'about' && isTheirs) || values.in(message.body).size > 0;
};

/** Lets go of what is parked and is theirs, or holds what was erased. Returns how many went. */
export const discardParkedOf = async (
  options: Discarding,
  reach: Reach,
  values: readonly string[],
): Promise<number> => {
  const needles = new Needles(values);
  let discarded = 0;
  for (let after = 0n; ;) {
    const page = await options.bus.parked({ tenantId: reach.tenantId, after, limit: pageSize });
    for (const message of page) {
      after = message.sequence;
      const isGone =
        isMeant(message, reach, needles) && (await discardOne(options, message, 'forgotten', null));
      if (isGone) discarded += 1;
    }
    if (page.length < pageSize) return discarded;
  }
};
