import { allOf, anyOf, isAbsent, isAtOrAfter, isBefore, isIn, not, type Plan } from './condition.js';
import type { RequestFacts } from './request-facts.js';
import type { Membership } from './request.js';

/** Any member of its workspace may read it, now as then. */
const isOpenIn = (workspaceIds: readonly string[]): Plan =>
  allOf(
    isIn('source_access', ['open']),
    isIn('source_type', ['group', 'thread', 'workspace']),
    isIn('workspace_id', workspaceIds),
  );

/** Any member of its workspace may read it and scroll up to it, whenever they became one (`reads_open` of the policy). */
export const isReadIn = (workspaceIds: readonly string[]): Plan =>
  allOf(isOpenIn(workspaceIds), isIn('source_history', ['visible']));

const readIn = (sourceIds: readonly string[]): Plan =>
  anyOf(isIn('source_id', sourceIds), isIn('heard_in', sourceIds));

/** Stays with equal bounds are one clause. */
const stays = (memberships: readonly Membership[]): Plan => {
  const byBounds = new Map<string, { readonly sourceIds: string[]; readonly stay: Membership }>();
  for (const stay of memberships) {
    const key = `${String(stay.from.getTime())}-${String(stay.to?.getTime())}`;
    const same = byBounds.get(key);
    if (same === undefined) byBounds.set(key, { sourceIds: [stay.sourceId], stay });
    else same.sourceIds.push(stay.sourceId);
  }
  return anyOf(
    ...[...byBounds.values()].map(({ sourceIds, stay: { from, to } }) =>
      allOf(
        readIn(sourceIds),
        isAtOrAfter('observed_at', from),
        to === null ? 'everything' : isBefore('observed_at', to),
      ),
    ),
  );
};

const isOfWorkspace = allOf(
  isIn('source_access', ['open']),
  isIn('source_type', ['group', 'thread', 'workspace']),
  not(isAbsent('workspace_id')),
);

/** present(m): rows said where the viewer took part at that moment, and takes part still; and those they may scroll up to. */
export const present = ({ request, isOnlyUser, knobs, liveIn }: RequestFacts): Plan => {
  if (isOnlyUser) return not(isAbsent('source_id'));
  const live = [...liveIn];
  const heard = stays(request.viewer?.memberships ?? []);
  const stillThere = knobs['privacy.leavers_keep_memory']
    ? 'everything'
    : anyOf(isOpenIn(live), allOf(not(isOfWorkspace), readIn(live)));
  return anyOf(isReadIn(live), allOf(heard, stillThere));
};
