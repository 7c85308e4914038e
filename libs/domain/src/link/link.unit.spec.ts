import { describe, expect, it } from '@jest/globals';
import { givenBy } from '#testing';
import { derivedId } from '../ids.js';
import { defaultKnobs } from '../knobs.js';
import type { Actor } from '../event-fields.js';
import type { LinkEvidence } from './events.js';
import {
  approveLink,
  contestLink,
  evolveLink,
  linkErrors,
  proposeLink,
  rejectLink,
  revertLink,
  undoLink,
  type LinkEvent,
  type LinkProposal,
  type LinkState,
  type LinkVerdict,
  type VerdictDecision,
} from './link.js';

const noon = (day: number): Date => new Date(Date.UTC(2026, 4, day, 12));
const linkId = derivedId('link', 'ines');
const system: Actor = { kind: 'system', id: 'linking', viewerId: null };
const operator = (id: string): Actor => ({ kind: 'operator', id, viewerId: null });
const client: Actor = { kind: 'client', id: 'app', viewerId: derivedId('account', 'ines') };

const seen = (kind: string, weight: number, isStrong = false): LinkEvidence => ({
  kind,
  weight,
  isStrong,
  detail: null,
});
const proof = seen('code-confirmed', 0.99, true);
const proposal = (
  by: Actor,
  evidence: readonly LinkEvidence[],
  more: Partial<LinkProposal> = {},
): LinkProposal => ({
  linkId,
  fromId: derivedId('account', 'ines'),
  toId: derivedId('account', 'nes'),
  confidence: Math.max(...evidence.map(({ weight }) => weight)),
  evidence,
  conflict: null,
  by,
  at: noon(1),
  ...more,
});
const propose = (one: LinkProposal) => (state: LinkState | null) =>
  proposeLink(one, state, defaultKnobs).events;
const becomes = (one: LinkProposal, state: LinkState | null = null) =>
  proposeLink(one, state, defaultKnobs).kind;
const verdict = (by: Actor): LinkVerdict => ({ linkId, by, note: null, at: noon(2) });

type Decide = (given: LinkVerdict, state: LinkState) => VerdictDecision;
const decides = (decide: Decide, by: Actor) => (state: LinkState | null) => {
  const decision = state && decide(verdict(by), state);
  return decision?.kind === 'decided' ? decision.events : [];
};
const refuses = (decide: Decide, by: Actor, state: LinkState | null) =>
  state && decide(verdict(by), state).kind;

const given = givenBy<LinkState, LinkEvent, LinkEvent>(evolveLink);
const asked = (by: Actor, ...evidence: readonly LinkEvidence[]) => propose(proposal(by, evidence))(null);
const handle = seen('same-handle', 0.75);
const then = (past: readonly LinkEvent[], decide: Decide, by = operator('bo')): readonly LinkEvent[] => [
  ...past,
  ...decides(decide, by)(given(...past).state),
];

describe('what Kith itself proposes', () => {
  it('is linked when it is sure and proven', () =>
    given()
      .when(propose(proposal(system, [handle, proof])))
      .then({ type: 'LinkProposed' }, { type: 'LinkApproved', data: { by: system } }));
  it.each([
    ['however sure, waits where nothing proves it', [seen('same-handle', 0.99)], {}],
    ['proven, waits where it is less sure', [seen('code-confirmed', 0.7, true)], {}],
    [
      'proven and sure, waits where two verified ids stand against it',
      [proof],
      { conflict: 'conflicting-verified-ids' },
    ],
    ['proven and sure, waits where both are of one platform', [proof], { conflict: 'same-platform' }],
  ] as const)('%s', (_, evidence, more) =>
    given()
      .when(propose(proposal(system, evidence, more)))
      .then({ type: 'LinkProposed', data: more }),
  );
  it('is nothing below what a person is asked for', () => {
    given()
      .when(propose(proposal(system, [seen('same-hours', 0.1)])))
      .thenNothing();
    expect(becomes(proposal(system, [seen('nickname', 0.59)]))).toBe('too-weak');
    expect(becomes(proposal(system, [seen('nickname', 0.6)]))).toBe('waits');
  });
  it('is linked when proof comes while a person is asked', () =>
    given(...asked(client, seen('declared-by-one', 0.6)))
      .when(propose(proposal(system, [proof])))
      .then(
        { type: 'LinkProposed', data: { by: client, isStrong: true, confidence: 0.99 } },
        { type: 'LinkApproved', data: { by: system } },
      ));
});

describe('what people propose', () => {
  it.each([operator('al'), client])('waits, however sure they are: $kind', (by) =>
    given()
      .when(propose(proposal(by, [seen('says-so', 1)])))
      .then({ type: 'LinkProposed', data: { by } }),
  );
  it('waits however little speaks for it', () =>
    expect(becomes(proposal(client, [seen('declared-by-one', 0.1)]))).toBe('waits'));
  it('once more is what is asked already; with another reason it is asked on both', () => {
    const past = asked(operator('al'), handle);
    given(...past)
      .when(propose(proposal(client, [handle])))
      .thenNothing();
    given(...past)
      .when(propose(proposal(client, [seen('declared-by-one', 0.6)])))
      .then({
        type: 'LinkProposed',
        data: { by: operator('al'), confidence: 0.75, evidence: [handle, { kind: 'declared-by-one' }] },
      });
  });
  it('of one account with itself, or of more than a crowd, is refused by the field', () => {
    const { fromId, toId } = proposal(client, [handle]);
    expect(linkErrors({ fromId, toId }, 2_000)).toEqual([]);
    expect(linkErrors({ fromId, toId: fromId }, 1)).toEqual([
      { path: 'to', message: 'is the same account as from' },
    ]);
    expect(linkErrors({ fromId, toId }, 2_001)).toMatchObject([{ path: 'to' }]);
  });
});

describe('a decision', () => {
  const waiting = asked(operator('al'), handle);
  const active = then(waiting, approveLink);
  const rejected = then(waiting, rejectLink);
  const reverted = then(active, revertLink);

  it('is made once', () => {
    for (const decide of [approveLink, rejectLink])
      for (const past of [active, rejected, reverted])
        expect(refuses(decide, operator('cy'), given(...past).state)).toBe('decided-already');
  });
  it('to link is not made by who proposed it, by their key or for the same person', () => {
    expect(refuses(approveLink, operator('al'), given(...waiting).state)).toBe('own-proposal');
    const byClient = given(...asked(client, handle)).state;
    expect(refuses(approveLink, { ...operator('other'), viewerId: client.viewerId }, byClient)).toBe(
      'own-proposal',
    );
    given(...waiting)
      .when(decides(approveLink, operator('bo')))
      .then({ type: 'LinkApproved', data: { by: operator('bo') } });
  });
  it('not to link may be made by who proposed it', () =>
    given(...waiting)
      .when(decides(rejectLink, operator('al')))
      .then({ type: 'LinkRejected' }));
  it('to link is taken back once, and so is what waits', () => {
    for (const past of [active, waiting])
      given(...past)
        .when(decides(revertLink, operator('al')))
        .then({ type: 'LinkReverted' });
    for (const past of [reverted, rejected])
      given(...past)
        .when(decides(revertLink, operator('al')))
        .thenNothing();
  });
  it('is undone: what was linked is two again, what was rejected is asked again', () => {
    given(...active)
      .when(decides(undoLink, operator('al')))
      .then({ type: 'LinkReverted' });
    given(...rejected)
      .when(decides(undoLink, operator('al')))
      .then({ type: 'LinkReopened' });
    for (const past of [waiting, reverted])
      expect(refuses(undoLink, operator('al'), given(...past).state)).toBe('not-decided');
  });
  it('that they are different holds until stronger evidence comes, whoever asks', () => {
    const { state } = given(...rejected);
    for (const by of [system, client, operator('al'), operator('cy')])
      for (const evidence of [[handle], [seen('same-display-name', 0.3)], [handle, seen('nickname', 0.4)]])
        expect(becomes(proposal(by, evidence), state)).toBe('decided-before');
    expect(becomes(proposal(client, [seen('declared-by-both', 0.9)]), state)).toBe('waits');
    expect(becomes(proposal(system, [proof]), state)).toBe('waits');
  });
  it('that was taken back is asked again by an operator, or on stronger evidence', () => {
    const { state } = given(...reverted);
    expect(becomes(proposal(operator('al'), [handle]), state)).toBe('waits');
    for (const by of [system, client]) expect(becomes(proposal(by, [handle]), state)).toBe('decided-before');
  });
  it('to link stands whatever is proposed after it', () => {
    for (const by of [system, client, operator('al')])
      expect(becomes(proposal(by, [proof]), given(...active).state)).toBe('known');
  });
});

describe('a link that something comes to stand against', () => {
  const linked = (by: Actor): LinkState => {
    const asked = propose(proposal(client, [seen('declared-by-one', 0.6)]))(null);
    const all = [...asked, ...decides(approveLink, by)(asked.reduce<LinkState | null>(evolveLink, null))];
    const state = all.reduce<LinkState | null>(evolveLink, null);
    if (state === null) throw new Error('nothing was asked');
    return state;
  };
  const contest = (state: LinkState | null): readonly LinkEvent[] =>
    state === null
      ? []
      : contestLink({ linkId, by: system, conflict: 'conflicting-verified-ids', at: noon(3) }, state);
  const contested = (by: Actor): LinkState | null => contest(linked(by)).reduce(evolveLink, linked(by));

  it('waits for a person where the system made it, and is followed where a person did', () => {
    expect(contested(system)).toMatchObject({ status: 'pending', conflict: 'conflicting-verified-ids' });
    expect(contested(operator('two'))).toMatchObject({ status: 'active', isContested: true });
  });
  it('is asked about once', () => {
    const kept = contested(operator('two'));
    const approved = decides(approveLink, operator('three'))(kept);
    expect(approved).toMatchObject([{ type: 'LinkApproved' }]);
    const after = approved.reduce(evolveLink, kept);
    expect(after).toMatchObject({ status: 'active', isContested: false });
    expect([contest(kept), contest(after)]).toEqual([[], []]);
    expect(decides(approveLink, operator('four'))(after)).toEqual([]);
  });
  it('is two again where a person says so', () => {
    const kept = contested(operator('two'));
    expect(decides(rejectLink, operator('three'))(kept).reduce(evolveLink, kept)).toMatchObject({
      status: 'rejected',
      isContested: false,
    });
  });
});
