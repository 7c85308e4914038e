import { describe, expect, it } from '@jest/globals';
import { givenBy } from '#testing';
import { derivedId, IdKey } from '../ids.js';
import { chatWordOf } from './chat-words.js';
import {
  askLinkCode,
  evolveLinkCode,
  linkCodeKeyOf,
  linkCodeOf,
  mostMisses,
  sayLinkCode,
  type LinkCodeEvent,
  type LinkCodeState,
} from './link-code.js';

const at = (minutes: number): Date => new Date(Date.UTC(2026, 4, 2, 12, minutes));
const idKey = new IdKey(Buffer.alloc(32, 7));
const codeId = derivedId('code', '1');
const [ines, omar] = [derivedId('account', 'ines'), derivedId('account', 'omar')];
const given = givenBy<LinkCodeState, LinkCodeEvent, LinkCodeEvent>(evolveLinkCode);
const asked = askLinkCode({ codeId, codeKey: derivedId('key', '1'), entityId: ines, at: at(0) });
const saying = (more: Partial<Parameters<typeof sayLinkCode>[0]> = {}) => ({
  entityId: omar,
  cluster: [omar],
  isPrivate: true,
  misses: 0,
  at: at(5),
  ...more,
});
const kindOf = (past: readonly LinkCodeEvent[], more = {}) =>
  sayLinkCode(saying(more), given(...past).state).kind;

describe('a link code', () => {
  it('is read as it is said, is another for each that asks, and differs from store to store', () => {
    const code = linkCodeOf(idKey, 'default', codeId);
    expect(chatWordOf(`/link ${code.toLowerCase()}`)).toEqual({ word: 'link', code });
    const others = Array.from({ length: 500 }, (_, n) =>
      linkCodeOf(idKey, 'default', derivedId('code', String(n))),
    );
    expect(new Set(others).size).toBe(500);
    expect(others.every((one) => chatWordOf(one) !== null)).toBe(true);
    expect(linkCodeOf(new IdKey(Buffer.alloc(32, 8)), 'default', codeId)).not.toBe(code);
    expect(linkCodeKeyOf(idKey, 'default', code)).toBe(linkCodeKeyOf(idKey, 'default', code.toLowerCase()));
    expect(linkCodeKeyOf(idKey, 'other', code)).not.toBe(linkCodeKeyOf(idKey, 'default', code));
  });
  it('joins the accounts when another one says it in private', () =>
    given(...asked)
      .when((state) => sayLinkCode(saying(), state).events)
      .then({ type: 'LinkCodeConfirmed', data: { askedBy: ines, entityId: omar } }));
  it('is good once', () => {
    const used = [...asked, ...sayLinkCode(saying(), given(...asked).state).events];
    expect(kindOf(used)).toBe('no-such-code');
    expect(kindOf(used, { entityId: derivedId('account', 'thief') })).toBe('no-such-code');
  });
  it('is good for ten minutes', () => {
    expect(kindOf(asked, { at: at(10) })).toBe('no-such-code');
    expect(kindOf(asked, { at: new Date(at(10).getTime() - 1) })).toBe('confirmed');
  });
  it('said where others read along joins nobody, then or later', () => {
    const { kind, events } = sayLinkCode(
      saying({ entityId: ines, cluster: [ines], isPrivate: false }),
      given(...asked).state,
    );
    expect([kind, events.map(({ type }) => type)]).toEqual(['said-aloud', ['LinkCodeRevealed']]);
    expect(kindOf([...asked, ...events])).toBe('no-such-code');
  });
  it('is told to be none in the same words aloud, whether or not it is', () => {
    expect(kindOf([], { isPrivate: false })).toBe('said-aloud');
    expect(kindOf(asked, { isPrivate: false })).toBe('said-aloud');
  });
  it('said by whom it was given to joins nobody, and stays good', () => {
    expect(sayLinkCode(saying({ entityId: ines, cluster: [ines] }), given(...asked).state)).toEqual({
      kind: 'own-code',
      events: [],
    });
  });
  it('got wrong too often is not looked at, right or wrong', () => {
    expect(kindOf([], { misses: mostMisses - 1 })).toBe('no-such-code');
    expect(kindOf(asked, { misses: mostMisses })).toBe('too-many-tries');
  });
});
