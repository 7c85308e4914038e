import { describe, expect, it } from '@jest/globals';
import type { AccountProfile } from '#identity';
import type { PersonOfReview } from '#read-models';
import { linkSuspicions, type LinkLookedAt } from './suspicions.js';

const person = (
  entityId: string,
  displayName: string | null,
  more: Partial<PersonOfReview> & { readonly since?: string } = {},
): PersonOfReview => {
  const { since = '2026-01-10T00:00:00Z', ...rest } = more;
  return {
    entityId,
    accounts: [
      {
        entity_id: entityId,
        platform: entityId.startsWith('t') ? 'telegram' : 'slack',
        platform_user_id: entityId,
        handle: null,
        display_name: displayName,
        created_at: new Date(since),
      },
    ],
    isVerified: false,
    placeIds: ['square'],
    ...rest,
  };
};

const profileOf = (
  { entityId, accounts: [account] }: PersonOfReview,
  earlier: readonly string[] = [],
): AccountProfile => ({
  entityId,
  platform: account?.platform ?? '',
  platformUserId: entityId,
  handle: null,
  displayName: account?.display_name ?? null,
  earlierNames: earlier.map((text) => ({ text, from: new Date('2026-02-01'), to: null })),
  verified: null,
  declared: [],
  placeIds: [],
  contactIds: [],
  habits: null,
});

const link = (more: Partial<LinkLookedAt> = {}): LinkLookedAt => {
  const from = more.from ?? person('s-oyelaran', 'Tunde Oyelaran');
  const to = more.to ?? person('t-brisk', 'brisk.walker');
  return {
    from,
    to,
    evidence: [{ kind: 'same-handle', isStrong: false }],
    conflict: null,
    opensPrivateTalk: false,
    profiles: new Map([from, to].map((one) => [one.entityId, profileOf(one)])),
    alsoAsked: 0,
    ...more,
  };
};
const kindsOf = (of: LinkLookedAt): readonly string[] => linkSuspicions(of).map(({ kind }) => kind);

describe('why a reviewer should look twice', () => {
  it('is nothing where nothing is odd', () => {
    expect(kindsOf(link())).toEqual([]);
  });

  it('is that nothing but a shown name speaks for it', () => {
    expect(kindsOf(link({ evidence: [{ kind: 'same-display-name', isStrong: false }] }))).toEqual([
      'display-name-only',
    ]);
  });

  it('is that only the one who gains by it says so', () => {
    expect(
      kindsOf(
        link({
          evidence: [
            { kind: 'declared-by-one', isStrong: false },
            { kind: 'same-display-name', isStrong: false },
          ],
        }),
      ),
    ).toEqual(['one-side-alone']);
  });

  it.each([
    ['shows', 'Tunde Oyelaran', []],
    ['showed before', 'somebody else', ['Tunde Oyelaran']],
    ['shows, in letters that look alike,', 'Tunde Oyelаran', []],
  ])('is that the newer of the two %s the name of the older', (_, shown, earlier) => {
    const from = person('s-oyelaran', 'Tunde Oyelaran');
    const to = person('t-new', shown, { since: '2026-06-01T00:00:00Z' });
    const profiles = new Map([
      [from.entityId, profileOf(from)],
      [to.entityId, profileOf(to, earlier)],
    ]);
    expect(kindsOf(link({ from, to, profiles }))).toContain('copied-name');
  });

  it('is no copied name where something strong speaks for it', () => {
    const to = person('t-new', 'Tunde Oyelaran', { since: '2026-06-01T00:00:00Z' });
    expect(kindsOf(link({ to, evidence: [{ kind: 'code-confirmed', isStrong: true }] }))).not.toContain(
      'copied-name',
    );
  });

  it('is that one of them is asked of in three others, and not in two', () => {
    expect([kindsOf(link({ alsoAsked: 2 })), kindsOf(link({ alsoAsked: 3 }))]).toEqual([
      [],
      ['asked-of-many'],
    ]);
  });

  it.each([
    ['verified-and-guest', { from: person('s-oyelaran', 'Tunde Oyelaran', { isVerified: true }) }],
    ['nothing-shared', { to: person('t-brisk', 'brisk.walker', { placeIds: ['other'] }) }],
    ['unheard-of', { to: person('t-brisk', null, { accounts: [] }) }],
    ['opens-private-talk', { opensPrivateTalk: true }],
    ['same-platform', { conflict: 'same-platform' as const }],
    ['conflicting-verified-ids', { conflict: 'conflicting-verified-ids' as const }],
  ])('is %s alone where that alone is odd', (kind, odd) => {
    expect(kindsOf(link(odd))).toEqual([kind]);
  });
});
