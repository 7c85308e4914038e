import { defaultKnobs, type Knobs } from '#domain';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decide } from './decide.js';
import { isKnown } from './rules.js';
import type { MemoryFacts, ReadRequest } from './request.js';
import { allowances, denials, isDenial, type Knob } from './verdict.js';
import { addedReader, at, everyPair, memory, places, pool, request } from './world.spec.js';

const requests = pool(request);
const memories = pool(memory);
const isAllowed = (asked: ReadRequest, facts: MemoryFacts): boolean =>
  decide(asked, facts).decision === 'allow';

/** A request and the same request with less to go on. */
type Narrowing = readonly [wider: ReadRequest, narrower: ReadRequest];
const neverAllowsMore = (narrowings: readonly Narrowing[], rows: readonly MemoryFacts[] = memories): void => {
  everyPair(
    narrowings,
    rows,
    ([wider, narrower], facts) => !isAllowed(narrower, facts) || isAllowed(wider, facts),
  );
};
const narrow = (change: (asked: ReadRequest) => fc.Arbitrary<ReadRequest>): readonly Narrowing[] =>
  pool(request.chain((asked) => change(asked).map((narrower) => [asked, narrower] as const)));

const withViewer = (
  asked: ReadRequest,
  change: Partial<NonNullable<ReadRequest['viewer']>>,
): ReadRequest => ({
  ...asked,
  viewer: asked.viewer === null ? null : { ...asked.viewer, ...change },
});

/** From the widest value of a knob to the strictest. */
const knobOrders = {
  'privacy.personal_in_group': ['subject_present', 'subject_asking'],
  'privacy.sensitive_in_group': ['subject_present', 'never'],
  'privacy.dm_third_party': ['portable', 'conversation_private'],
  'privacy.legacy_fail_open': [true, false],
  'privacy.public_facts_travel': ['anywhere', 'shared_contacts', 'never'],
  'privacy.own_word_replaces_hearsay': ['anywhere', 'same_source'],
  'privacy.leavers_keep_memory': [true, false],
  'privacy.default_scope_dm': ['source_shared', 'private_subject'],
  'privacy.default_scope_group': ['source_shared', 'private_subject'],
  'privacy.enforce_strict_filters': [true, true],
  'identity.mode': ['single_user', 'multi_user'],
  'identity.auto_link_threshold': [0.5, 0.99],
  'identity.require_review_threshold': [0.1, 0.5],
  'gate.require_verified': [false, true],
  'gate.message': ['', 'please verify'],
} as const satisfies { readonly [K in Knob]: readonly [Knobs[K], Knobs[K], ...Knobs[K][]] };
const allKnobs = Object.keys(knobOrders) as readonly Knob[];
const knobsThatAct: readonly Knob[] = [
  'privacy.personal_in_group',
  'privacy.sensitive_in_group',
  'privacy.legacy_fail_open',
  'privacy.public_facts_travel',
  'privacy.leavers_keep_memory',
  'identity.mode',
  'gate.require_verified',
];
const withKnob = (asked: ReadRequest, knob: Knob, value: unknown): ReadRequest => ({
  ...asked,
  knobs: { ...asked.knobs, [knob]: value },
});

describe('decide', () => {
  it('gives every request and row one verdict that fits its rule', () => {
    everyPair(requests, memories, (asked, facts) => {
      const { decision, rule, reason } = decide(asked, facts);
      return isDenial(rule) === (decision === 'deny') && reason.length > 0;
    });
  });

  it('answers alike for a copy of the request', () => {
    const copies = requests.map((asked) => [asked, { ...asked }] as const);
    everyPair(copies, memories, ([asked, copy], facts) => {
      const [verdict, again] = [decide(asked, facts), decide(copy, { ...facts })];
      return verdict.rule === again.rule && verdict.knobs.join() === again.knobs.join();
    });
  });

  it('denies a row with an unreadable word, number or date, whoever asks', () => {
    const broken: readonly Partial<MemoryFacts>[] = [
      { status: '' },
      { status: 'Active' },
      { scope: '' },
      { scope: 'SYSTEM' },
      { sensitivity: -1 },
      { sensitivity: 4 },
      { sensitivity: 0.5 },
      { sensitivity: Number.NaN },
      { disclosure: '' },
      { expiresAt: new Date(Number.NaN) },
    ];
    const rows = memories.flatMap((facts) => broken.map((fault) => ({ ...facts, ...fault })));
    const askers = requests.map((asked): ReadRequest => ({ ...asked, operation: 'recall' }));
    everyPair(askers, rows, (asked, facts) => !isAllowed(asked, facts));
  });

  it('lets a viewer without ties hear only what is for everybody', () => {
    const strangers = requests.map((asked): ReadRequest => ({
      ...withViewer(asked, { memberships: [] }),
      operation: 'recall',
      contactsOfAll: [],
      knobs: { ...defaultKnobs, 'privacy.legacy_fail_open': false },
    }));
    const strange = memories.map((facts): MemoryFacts => ({
      ...facts,
      subjectIds: [],
      speakerId: null,
      ownerId: null,
    }));
    everyPair(strangers, strange, (asked, facts) => {
      const { decision, rule } = decide(asked, facts);
      const isTheirPlace = rule === 'same-place' && asked.place?.type === 'dm';
      return (
        decision === 'deny' || isTheirPlace || rule === 'global-is-for-all' || rule === 'system-is-for-agents'
      );
    });
  });

  it('denies all when the viewer is not known', () => {
    const unknown = requests.flatMap((asked): readonly ReadRequest[] => {
      const one: ReadRequest = {
        ...asked,
        operation: 'recall',
        knobs: { ...asked.knobs, 'identity.mode': 'multi_user' },
      };
      return [{ ...one, viewer: null }, withViewer(one, { cluster: [] })];
    });
    everyPair(unknown, memories, (asked, facts) => !isAllowed(asked, facts));
  });

  it('denies every row of another tenant, to operators too', () => {
    const foreign = memories.map((facts): MemoryFacts => ({ ...facts, tenantId: 't2' }));
    everyPair(requests, foreign, (asked, facts) => decide(asked, facts).rule === 'other-tenant');
  });

  it('never allows more when the caller names another reader', () => {
    neverAllowsMore(
      narrow((asked) =>
        fc
          .record({ added: addedReader, contactsOfAll: fc.subarray([...asked.contactsOfAll]) })
          .map(({ added, contactsOfAll }) => ({
            ...asked,
            contactsOfAll,
            audience: [...asked.audience, added],
          })),
      ).filter(([asked]) => asked.audience.length > 0 || asked.viewer === null),
    );
  });

  it('never allows more when a membership of whom the caller named is missing', () => {
    neverAllowsMore(
      narrow((asked) =>
        fc.nat(3).map((kept) => ({
          ...asked,
          audience: asked.audience.map((reader) => ({
            ...reader,
            memberships: (reader.memberships ?? []).slice(0, kept),
          })),
        })),
      ),
    );
  });

  it('tells in a place, and shares in a workspace, what whoever the caller named is told who asks there', () => {
    const place = fc.constantFrom(places.open1, places.open2, places.closed1, places.shown);
    const asked = pool(
      fc.record({ drawn: request, added: addedReader, place }).map(({ drawn, added, place }): Narrowing => {
        const stays = [...(drawn.viewer?.memberships ?? []), { sourceId: 'w1', from: at(0), to: null }];
        const asked: ReadRequest = {
          ...withViewer(drawn, { memberships: stays }),
          place,
          operation: 'recall',
          requestedStatus: 'active',
          asOf: null,
        };
        const one: ReadRequest = { ...asked, audience: [...asked.audience, added] };
        const others = asked.audience.map((reader) => ({ ...reader, isParticipant: true }));
        const viewer = { cluster: asked.viewer?.cluster ?? [], isParticipant: true };
        const theirs = {
          cluster: added.cluster,
          memberships: added.memberships,
          isVerified: asked.viewer?.isVerified === true,
        };
        return [one, { ...asked, viewer: theirs, audience: [added, viewer, ...others] }];
      }),
      8,
    ).filter(([one, theirs]) => {
      const own = new Set(one.viewer?.cluster);
      const added = theirs.viewer?.cluster ?? [];
      return own.size > 0 && added.length > 0 && !added.some((entityId) => own.has(entityId));
    });
    const rows = memories
      .filter(
        ({ sensitivity, scope, source }) => sensitivity === 0 && scope === 'source_shared' && source !== null,
      )
      .filter(({ tenantId, status, expiresAt }) => tenantId === 't1' && status === 'active' && !expiresAt);
    let shared = 0;
    everyPair(asked, rows, ([one, theirs], facts) => {
      const { rule } = decide(one, facts);
      if (rule !== 'same-place' && rule !== 'workspace-shares-open') return true;
      shared += 1;
      return isAllowed(theirs, facts);
    });
    expect(shared).toBeGreaterThan(0);
  });

  it('never allows more when not everybody who reads a place is a member of its workspace', () => {
    neverAllowsMore(narrow((asked) => fc.constant({ ...asked, arePlaceReadersMembers: false })));
  });

  it('shares nothing with others of a workspace in front of a reader who is no member', () => {
    const mixed = requests.map((asked): ReadRequest => ({ ...asked, arePlaceReadersMembers: false }));
    everyPair(mixed, memories, (asked, facts) => decide(asked, facts).rule !== 'workspace-shares-open');
  });

  it('never allows more when a membership ends or is missing', () => {
    neverAllowsMore(
      narrow((asked) =>
        fc
          .subarray([...(asked.viewer?.memberships ?? [])])
          .map((memberships) => withViewer(asked, { memberships })),
      ),
    );
    neverAllowsMore(
      narrow((asked) =>
        fc.integer({ min: 0, max: 9 }).map((end) =>
          withViewer(asked, {
            memberships: (asked.viewer?.memberships ?? []).map((stay) => ({
              ...stay,
              to: stay.to !== null && stay.to < at(end) ? stay.to : at(end),
            })),
          }),
        ),
      ),
    );
  });

  it('never allows more when a grant, a contact or the stored presence of a reader is taken away', () => {
    neverAllowsMore(
      narrow((asked) =>
        fc.oneof(
          fc
            .subarray([...asked.grantedMemoryIds])
            .map((grantedMemoryIds) => ({ ...asked, grantedMemoryIds })),
          fc.subarray([...asked.contactsOfAll]).map((contactsOfAll) => ({ ...asked, contactsOfAll })),
          fc.constant({
            ...asked,
            audience: asked.audience.map(({ cluster }) => ({ cluster, isParticipant: false })),
          }),
        ),
      ),
    );
  });

  it('never allows more when a link is taken away, but of what was kept from whom it joined', () => {
    neverAllowsMore(
      narrow((asked) =>
        fc.subarray([...(asked.viewer?.cluster ?? [])]).map((cluster) => withViewer(asked, { cluster })),
      ),
      memories.filter(({ withheldFromIds }) => withheldFromIds.length === 0),
    );
  });

  it('tells nobody, themselves or reading along, what is kept from them, but its speaker', () => {
    const heard = requests.map((asked): ReadRequest => ({ ...asked, principal: 'client' }));
    everyPair(heard, memories, (asked, facts) => {
      const clusters = [asked.viewer?.cluster ?? [], ...asked.audience.map(({ cluster }) => cluster)];
      const isKept = clusters.some(
        (cluster) =>
          cluster.some((entityId) => facts.withheldFromIds.includes(entityId)) &&
          !cluster.some((entityId) => entityId === facts.speakerId),
      );
      return !isKept || !isAllowed(asked, facts);
    });
  });

  it('never allows more when a plain client asks instead of an agent or operator', () => {
    neverAllowsMore(narrow((asked) => fc.constant({ ...asked, principal: 'client' })));
  });

  it('never allows more when a row is marked against being told', () => {
    const marks: readonly Partial<MemoryFacts>[] = [
      { portable: false },
      { disclosure: 'conversation_private' },
      { withheldFromIds: ['viewer'] },
      { withheldFromIds: ['bob', 'carol'] },
      { status: 'forgotten' },
      { status: 'pending' },
      { status: 'archived' },
      { expiresAt: at(0) },
      { scope: 'nowhere' },
      { agentId: 'a2' },
    ];
    const marked = memories
      .filter(isKnown)
      .filter(({ withheldFromIds }) => withheldFromIds.length === 0)
      .flatMap((facts) => marks.map((mark) => [facts, { ...facts, ...mark }] as const));
    const heard = requests.map((asked): ReadRequest => ({ ...asked, requestedStatus: 'active' }));
    everyPair(heard, marked, (asked, [facts, held]) => !isAllowed(asked, held) || isAllowed(asked, facts));
  });

  it('never allows more of what is not public', () => {
    const ranked = memories.flatMap((facts) =>
      [1, 2, 3].map(
        (sensitivity) =>
          [
            { ...facts, sensitivity: 0 },
            { ...facts, sensitivity },
          ] as const,
      ),
    );
    everyPair(requests, ranked, (asked, [open, held]) => !isAllowed(asked, held) || isAllowed(asked, open));
  });

  it.each(knobsThatAct)('never allows more with a tighter %s', (knob) => {
    const values: readonly unknown[] = knobOrders[knob];
    neverAllowsMore(
      requests.flatMap((asked) =>
        values
          .slice(1)
          .map((tight, index): Narrowing => [
            withKnob(asked, knob, values[index]),
            withKnob(asked, knob, tight),
          ]),
      ),
    );
  });

  it('does not heed the knobs that act elsewhere: at write, when people are linked', () => {
    const inert = allKnobs.filter((knob) => !knobsThatAct.includes(knob));
    const turned = requests.map((asked) => [
      asked,
      inert.reduce((other, knob) => withKnob(other, knob, knobOrders[knob].at(-1)), asked),
      inert.reduce((other, knob) => withKnob(other, knob, knobOrders[knob][0]), asked),
    ]);
    everyPair(
      turned,
      memories,
      (ways, facts) => new Set(ways.map((way) => decide(way, facts).rule)).size === 1,
    );
  });

  it('names exactly the knobs of which another value leads to another rule', () => {
    const turned = requests.map((asked) => {
      const waysOf = (knob: Knob) => knobOrders[knob].filter((value) => value !== asked.knobs[knob]);
      const others = knobsThatAct.map(
        (knob) => [knob, waysOf(knob).map((value) => withKnob(asked, knob, value))] as const,
      );
      return [asked, others] as const;
    });
    everyPair(turned, memories, ([asked, others], facts) => {
      const { rule, knobs } = decide(asked, facts);
      const decisive = others
        .filter(([, ways]) => ways.some((way) => decide(way, facts).rule !== rule))
        .map(([knob]) => knob);
      return [...knobs].sort().join() === decisive.sort().join();
    });
  });

  it('meets every rule in the random world', () => {
    const all = [...Object.keys(denials), ...Object.keys(allowances)].sort();
    const met = new Set<string>();
    const rows = fc.sample(memory, { seed: 1, numRuns: 1_000 });
    for (const asked of fc.sample(request, { seed: 2, numRuns: 1_000 })) {
      for (const facts of rows) met.add(decide(asked, facts).rule);
      if (met.size === all.length) break;
    }
    expect([...met].sort()).toEqual(all);
  });
});
