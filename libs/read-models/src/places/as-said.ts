import type { Setting } from '#domain';
import type { MemorySource } from '#policy';

type Stands = Omit<Setting, 'rootType'>;

const isOpenTo = (setting: Stands, workspaceId: string | null): boolean =>
  setting.access === 'open' && setting.workspaceId === workspaceId;

/** By more people than then: it was opened, or is read by those of another place now. */
const isReadByMore = (said: Stands, now: Stands, isThread: boolean): boolean => {
  if (now.access === 'open' && !isOpenTo(said, now.workspaceId)) return true;
  if (!isThread || now.isApart) return false;
  return said.isApart || said.threadOf !== now.threadOf || said.rootId !== now.rootId;
};

/**
 * The source of what was said, as far as it is to be judged by.
 * INVARIANT: it is as confined as its place was then, and as its place is now; whatever befalls a place, what was said
 * in it before reaches nobody else.
 */
export const sourceAsSaid = (type: string, said: Stands | null, now: Stands): MemorySource => {
  const { sourceId } = now;
  if (said === null)
    return {
      sourceId,
      type,
      access: 'unknown',
      history: 'since_joining',
      toldIn: null,
      heardIn: null,
      workspaceId: now.workspaceId,
    };
  const isOpened = isReadByMore(said, now, said.threadOf !== null || now.threadOf !== null);
  const isOpen = said.access === 'open' && isOpenTo(now, said.workspaceId);
  const isHeardAbove = !isOpened && !said.isApart && !now.isApart;
  return {
    sourceId,
    type,
    access: isOpen ? 'open' : 'restricted',
    history: said.history === 'visible' && now.history === 'visible' ? 'visible' : 'since_joining',
    toldIn: isOpened ? null : sourceId,
    heardIn: isHeardAbove ? said.threadOf : null,
    workspaceId: said.workspaceId,
  };
};
