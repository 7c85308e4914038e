import { describe, expect, it } from '@jest/globals';
import {
  blockingKeysOf,
  decideLink,
  defaultLinkThresholds,
  nothingKnownOfPair,
  scoreLink,
  type AccountProfile,
} from '../index.js';

const account = (platform: string, handle: string, more: Partial<AccountProfile> = {}): AccountProfile => ({
  entityId: `${platform}/${handle}`,
  platform,
  platformUserId: handle,
  handle,
  displayName: null,
  earlierNames: [],
  verified: null,
  declared: [],
  placeIds: [],
  contactIds: [],
  habits: null,
  ...more,
});
const verdict = (a: AccountProfile, b: AccountProfile, pair = nothingKnownOfPair) =>
  decideLink(scoreLink(a, b, pair), defaultLinkThresholds);

describe('a proposal to link two accounts', () => {
  const id = { iss: 'https://id.example', sub: '42' };
  it('links by itself where one issuer verified both as one person', () =>
    expect(
      verdict(account('chat', 'ada', { verified: id }), account('post', 'lovelace', { verified: id })),
    ).toBe('link'));
  it('waits for review where only the handle is the same', () =>
    expect(verdict(account('chat', 'samuel_k'), account('post', 'SamuelK'))).toBe('review'));
  it('is none where only the display name is the same', () =>
    expect(
      verdict(
        account('chat', 'u1x', { displayName: 'Ann Lee' }),
        account('post', 'zz9', { displayName: 'Ann Lee' }),
      ),
    ).toBe('nothing'));
  it('is a conflict for review between two accounts of one platform', () =>
    expect(verdict(account('chat', 'ada', { verified: id }), account('chat', 'ada2', { verified: id }))).toBe(
      'review',
    ));
  it('is found by a key that both have', () => {
    const keys = blockingKeysOf(account('chat', 'samuel_k'));
    expect(blockingKeysOf(account('post', 'SamuelK|away')).some((key) => keys.includes(key))).toBe(true);
  });
});
