import { describe, expect, it } from '@jest/globals';
import { givenBy } from '#testing';
import { derivedId } from '../ids.js';
import {
  evolveSource,
  observeSource,
  type SourceEvent,
  type SourceSeen,
  type SourceState,
} from './source.js';

const noon = (day: number): Date => new Date(Date.UTC(2026, 4, day, 12));
const quay = derivedId('source', 'quay');
const seen = (on: number, said: Partial<SourceSeen> = {}): SourceSeen => ({
  sourceId: derivedId('source', 'harbour'),
  sourceType: 'group',
  platform: 'chat',
  externalId: 'harbour',
  parentId: null,
  access: null,
  history: null,
  name: null,
  at: noon(on),
  ...said,
});
const given = givenBy<SourceState, SourceEvent, SourceEvent>(evolveSource);
const observe = (one: SourceSeen) => (state: SourceState | null) => observeSource(one, state);
const past = (...observations: readonly SourceSeen[]): readonly SourceEvent[] =>
  observations.flatMap((one) => observeSource(one, null));

describe('a source', () => {
  it('is recorded at its first sight', () =>
    given()
      .when(observe(seen(1, { access: 'open' })))
      .then({ type: 'SourceObserved', data: { access: 'open' } }));
  it('of which nothing else is said is no news', () =>
    given(...past(seen(1, { access: 'open', name: '#harbour' })))
      .when(observe(seen(2)))
      .thenNothing());
  it.each([
    ['its access', { access: 'restricted' as const }],
    ['its parent', { parentId: quay }],
    ['its history', { history: 'visible' as const }],
    ['its name', { name: '#quayside' }],
  ])('is news by %s', (_, said) =>
    given(...past(seen(1, { access: 'open', name: '#harbour' })))
      .when(observe(seen(2, said)))
      .then({ type: 'SourceObserved', data: said }),
  );
  it('is news when it was there before it was known', () =>
    given(...past(seen(3)))
      .when(observe(seen(1)))
      .then({ type: 'SourceObserved' }));
  it('keeps its newest name, in any order', () =>
    expect(given(...past(seen(3, { name: 'new' }), seen(1, { name: 'old' }))).state).toMatchObject({
      name: 'new',
      since: noon(1),
      at: noon(3),
    }));
});
