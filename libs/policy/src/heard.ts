import { allOf, anyOf, isAbsent, isAtOrAfter, isBefore, isIn, not, type Plan } from './condition.js';
import type { Reading } from './reading.js';
import type { Membership } from './request.js';

/**
 * Stays with equal bounds are one clause. `isWithin` says what must hold of the rows of a source for somebody who is
 * no longer in it: the row's workspace may still count them.
 */
const stays = (memberships: readonly Membership[], isWithin: Plan): readonly Plan[] => {
  const byBounds = new Map<string, { readonly sourceIds: string[]; readonly stay: Membership }>();
  for (const stay of memberships) {
    const key = `${String(stay.from.getTime())}-${String(stay.to?.getTime())}`;
    const same = byBounds.get(key);
    if (same === undefined) byBounds.set(key, { sourceIds: [stay.sourceId], stay });
    else same.sourceIds.push(stay.sourceId);
  }
  return [...byBounds.values()].map(({ sourceIds, stay: { from, to } }) =>
    allOf(
      isIn('source_id', sourceIds),
      isAtOrAfter('observed_at', from),
      to === null ? 'everything' : isBefore('observed_at', to),
      isWithin,
    ),
  );
};

/** present(m): rows said where the viewer took part at that moment, and takes part still. */
export const heard = ({ request, isOnlyUser, knobs, liveIn }: Reading): Plan => {
  if (isOnlyUser) return not(isAbsent('source_id'));
  const memberships = request.viewer?.memberships ?? [];
  if (knobs['privacy.leavers_keep_memory']) return anyOf(...stays(memberships, 'everything'));
  const live = memberships.filter(({ sourceId }) => liveIn.has(sourceId));
  const left = memberships.filter(({ sourceId }) => !liveIn.has(sourceId));
  return anyOf(...stays(live, 'everything'), ...stays(left, isIn('workspace_id', [...liveIn])));
};
