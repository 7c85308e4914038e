import { describe, expect, it } from '@jest/globals';
import type { Setting } from '#domain';
import { sourceAsSaid } from './as-said.js';

const stands = (more: Partial<Setting> = {}): Setting => ({
  sourceId: 's',
  access: 'restricted',
  history: 'since_joining',
  threadOf: null,
  isApart: false,
  workspaceId: 'w',
  rootId: 's',
  rootType: 'group',
  ...more,
});
const open = stands({ access: 'open', history: 'visible' });
const thread = stands({ threadOf: 'c', rootId: 'c' });

describe('the source of what was said', () => {
  it('is open only where it was then and is now, to the same people', () => {
    const accessOf = (said: Setting, now: Setting) => sourceAsSaid('group', said, now).access;
    expect([
      accessOf(open, open),
      accessOf(open, stands()),
      accessOf(stands(), open),
      accessOf(open, { ...open, workspaceId: 'v' }),
    ]).toEqual(['open', 'restricted', 'restricted', 'restricted']);
  });
  it('shows newcomers only what it showed then and shows now', () => {
    const historyOf = (said: Setting, now: Setting) => sourceAsSaid('group', said, now).history;
    const shown = stands({ history: 'visible' });
    expect([historyOf(shown, shown), historyOf(stands(), shown), historyOf(shown, stands())]).toEqual([
      'visible',
      'since_joining',
      'since_joining',
    ]);
  });
  it('is its place no more once others read there', () => {
    const toldIn = (said: Setting, now: Setting) => sourceAsSaid('group', said, now).toldIn;
    expect([
      toldIn(stands(), stands()),
      toldIn(open, stands()),
      toldIn(stands({ workspaceId: null }), stands()),
    ]).toEqual(['s', 's', 's']);
    expect([toldIn(stands(), open), toldIn({ ...open, workspaceId: null }, open)]).toEqual([null, null]);
  });
  it('of a thread is heard where it hung, as long as it hangs there', () => {
    const of = (said: Setting, now: Setting) => {
      const { toldIn, heardIn } = sourceAsSaid('thread', said, now);
      return [toldIn, heardIn];
    };
    const apart = { ...thread, isApart: true };
    expect(of(thread, thread)).toEqual(['s', 'c']);
    expect(of(thread, { ...thread, threadOf: 'd', rootId: 'd' })).toEqual([null, null]);
    expect(of(thread, { ...thread, rootId: 'd' })).toEqual([null, null]);
    expect(of(thread, apart)).toEqual(['s', null]);
    expect(of(apart, apart)).toEqual(['s', null]);
    expect(of(apart, thread)).toEqual([null, null]);
  });
  it('of which nothing is known denies', () =>
    expect(sourceAsSaid('group', null, open)).toMatchObject({
      access: 'unknown',
      toldIn: null,
      heardIn: null,
    }));
});
