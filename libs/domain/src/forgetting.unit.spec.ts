import { describe, expect, it } from '@jest/globals';
import { coverageOf, type ForgettingOfSelf, type Uttered } from './forgetting.js';

const noon = new Date('2026-05-01T12:00:00Z');
const after = (minutes: number): Date => new Date(noon.getTime() + minutes * 60_000);
const order: ForgettingOfSelf = {
  recordId: 'order',
  agentId: 'agent',
  authorIds: ['edda', 'edda-elsewhere'],
  at: noon,
  keepsOwn: false,
  receivedAt: after(1),
};
const said = (change: Partial<Uttered>): Uttered => ({
  recordId: 'other',
  agentId: 'agent',
  speakerId: 'bo',
  meantIds: [],
  sentAt: after(-10),
  receivedAt: after(-10),
  ...change,
});

describe('an order to forget everything about oneself', () => {
  it.each<[string, Partial<Uttered>, string]>([
    ['their own words', { speakerId: 'edda-elsewhere' }, 'own'],
    ['what another says of them', { meantIds: ['bo', 'edda'] }, 'of-them'],
    ['what nobody in particular said of them', { speakerId: null, meantIds: ['edda'] }, 'of-them'],
    ['what arrives after it and was sent before', { meantIds: ['edda'], receivedAt: after(90) }, 'of-them'],
    [
      'what a clock that is ahead sent before it',
      { meantIds: ['edda'], sentAt: after(30), receivedAt: after(-1) },
      'of-them',
    ],
    ['not what others say of others', { meantIds: ['bo'] }, 'none'],
    ['not what is said after it', { meantIds: ['edda'], sentAt: after(5), receivedAt: after(5) }, 'none'],
    ['not what another agent heard', { speakerId: 'edda', agentId: 'other' }, 'none'],
    ['not itself', { speakerId: 'edda', recordId: 'order' }, 'none'],
  ])('covers %s', (_, change, coverage) => expect(coverageOf(order, said(change))).toBe(coverage));

  it('of what others said alone leaves the words of whoever gave it', () => {
    const aboutOnly = { ...order, keepsOwn: true };
    expect(coverageOf(aboutOnly, said({ speakerId: 'edda', meantIds: ['edda'] }))).toBe('none');
    expect(coverageOf(aboutOnly, said({ speakerId: 'olav', meantIds: ['edda'] }))).toBe('of-them');
  });
});
