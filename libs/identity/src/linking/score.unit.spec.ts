import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defaultKnobs } from '#domain';
import {
  blockingKeysOf,
  decideLink,
  evidenceKinds,
  exclusions,
  nothingKnownOfPair,
  scoreLink,
  type AccountProfile,
  type EvidenceKind,
  type Exclusion,
  type LinkSuggestion,
  type PairContext,
} from '../index.js';

const account = (
  platform: string,
  handle: string | null,
  more: Partial<AccountProfile> = {},
): AccountProfile => ({
  entityId: `${platform}/${handle ?? 'nobody'}`,
  platform,
  platformUserId: handle ?? 'nobody',
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
const pair = (known: Partial<PairContext> = {}): PairContext => ({ ...nothingKnownOfPair, ...known });
const verdictOf = (a: AccountProfile, b: AccountProfile, known: Partial<PairContext> = {}): LinkSuggestion =>
  decideLink(scoreLink(a, b, pair(known)), defaultKnobs);
const kindsOf = (a: AccountProfile, b: AccountProfile, known: Partial<PairContext> = {}) =>
  scoreLink(a, b, pair(known)).evidence.map(({ kind }) => kind);

const ann = { iss: 'https://id.example', sub: '42' };
const day = (number: number): Date => new Date(Date.UTC(2026, 2, number));
const hours = Array.from({ length: 24 }, (_, hour) => (hour > 17 ? 9 : 0));
const rare = new Map(['gribbled', 'snorkelwise', 'plumbacious'].map((word) => [word, 2]));

/** For each kind of evidence two accounts of which it alone is found, and what it leads to alone. */
const alone: Record<
  EvidenceKind,
  readonly [AccountProfile, AccountProfile, Partial<PairContext>, LinkSuggestion]
> = {
  'same-verified-id': [
    account('chat', 'ada', { verified: ann }),
    account('post', 'countess', { verified: ann }),
    {},
    'link',
  ],
  'code-confirmed': [account('chat', 'ada'), account('post', 'countess'), { codeConfirmed: true }, 'link'],
  'renamed-by-platform': [
    account('chat', 'ada'),
    account('post', 'countess'),
    { renamedByPlatform: true },
    'review',
  ],
  'declared-by-both': [
    account('chat', 'ada', { declared: [{ platform: 'post', handle: '@Countess' }] }),
    account('post', 'countess', { declared: [{ platform: 'chat', handle: 'ada' }] }),
    {},
    'review',
  ],
  'declared-by-one': [
    account('chat', 'ada', { declared: [{ platform: 'post', handle: 'countess' }] }),
    account('post', 'countess'),
    {},
    'review',
  ],
  'same-handle': [account('chat', 'Tarnwick'), account('post', 'tarnwick'), {}, 'review'],
  'same-handle-undecorated': [account('chat', 'tarn_wick|away'), account('post', '[TarnWick]'), {}, 'review'],
  'same-handle-respelled': [account('chat', 't4rnw1ck'), account('post', 'tarnwick77'), {}, 'review'],
  'handle-within': [account('chat', 'tarnwick'), account('post', 'tarnwickfiddler'), {}, 'review'],
  'similar-handle': [account('chat', 'tarnwickel'), account('post', 'tarnwyckel'), {}, 'review'],
  nickname: [account('chat', 'bob_tarnwick'), account('post', 'RobertTarnwick'), {}, 'review'],
  'same-given-name': [account('chat', 'robert11'), account('post', 'robert_1984'), {}, 'review'],
  'handle-word-shared': [account('chat', 'old_zither_fan'), account('post', 'my-zither'), {}, 'review'],
  'handles-overlap': [account('chat', 'tarnwell'), account('post', 'tarnwick'), {}, 'review'],
  'same-display-name': [
    account('chat', 'u17', { displayName: 'Ann Tarnwick' }),
    account('post', 'zz9', { displayName: 'ann tarnwick' }),
    {},
    'nothing',
  ],
  'display-name-nickname': [
    account('chat', 'u17', { displayName: 'Bob Tarnwick' }),
    account('post', 'zz9', { displayName: 'Robert Tarnwick' }),
    {},
    'nothing',
  ],
  'shared-places': [
    account('chat', 'u17', { placeIds: ['hall', 'yard', 'loft'] }),
    account('post', 'zz9', { placeIds: ['loft', 'hall'] }),
    {},
    'nothing',
  ],
  'shared-contacts': [
    account('chat', 'u17', { contactIds: ['mo', 'bea', 'kit'] }),
    account('post', 'zz9', { contactIds: ['kit', 'mo'] }),
    {},
    'nothing',
  ],
  'same-words': [
    account('chat', 'u17', { habits: { hours: [], words: rare } }),
    account('post', 'zz9', { habits: { hours: [], words: rare } }),
    {},
    'nothing',
  ],
  'same-hours': [
    account('chat', 'u17', { habits: { hours, words: new Map() } }),
    account('post', 'zz9', { habits: { hours, words: new Map() } }),
    {},
    'nothing',
  ],
};

describe('evidence that two accounts are one person', () => {
  it.each(Object.entries(alone))(
    '%s is found by itself, and leads where it leads alone',
    (kind, [a, b, known, to]) => {
      expect(kindsOf(a, b, known)).toEqual([kind]);
      expect(verdictOf(a, b, known)).toBe(to);
    },
  );
  it('links by itself only where it proves who somebody is', () =>
    expect(Object.entries(evidenceKinds).flatMap(([kind, { strong }]) => (strong ? [kind] : []))).toEqual([
      'same-verified-id',
      'code-confirmed',
    ]));
  it('of who shows which name, keeps which company and writes how is never enough, all together', () => {
    const same: Partial<AccountProfile> = {
      displayName: 'Ann Tarnwick',
      placeIds: ['hall', 'yard'],
      contactIds: ['mo', 'bea'],
      habits: { hours, words: rare },
    };
    expect(verdictOf(account('chat', 'u17', same), account('post', 'zz9', same))).toBe('nothing');
  });
  it('says less the more others bear the name', () => {
    const names = [account('chat', 'tarnwick'), account('post', 'tarnwick')] as const;
    expect(verdictOf(...names, { namesakes: 1 })).toBe('review');
    expect(verdictOf(...names, { namesakes: 40 })).toBe('nothing');
  });
});

describe('names that only seem alike', () => {
  it.each([
    ['two given names', 'jack', 'jack_mathew'],
    ['one family', 'emma_casholm', 'egbert_casholm'],
    ['a word that handles are hung with', 'ubuntu-fred', 'gina_ubuntu'],
    ['short words', 'al', 'alva'],
    ['few letters', 'kelp', 'welp'],
    ['nothing at all', '', ''],
    ['marks alone', '___', '|||'],
    ['what cannot be seen', '\u200B\u200D', '\u2060'],
  ])('are no evidence: %s', (_, one, other) =>
    expect(verdictOf(account('chat', one), account('post', other))).toBe('nothing'),
  );
  it.each([
    ['Cyrillic', 'sarcopha', 'ѕаrсорhа'],
    ['Greek', 'papiop', 'ραριορ'],
    ['full width', 'tarnwick', 'ｔａｒｎｗｉｃｋ'],
  ])('by letters of another alphabet are shown with a suspicion: %s', (script, latin, other) => {
    const score = scoreLink(account('chat', latin), account('post', other), nothingKnownOfPair);
    expect(score.evidence).toHaveLength(1);
    // Letters of full width are Latin ones.
    expect(score.suspicions.some((reason) => /alphabet/u.test(reason))).toBe(script !== 'full width');
  });
  it('of other scripts are names as any', () =>
    expect(kindsOf(account('chat', '张伟明_'), account('post', '张伟明'))).toEqual([
      'same-handle-undecorated',
    ]));
  it('within one platform are of whoever took a name that was given up', () => {
    const before = account('chat', 'mo', { earlierNames: [{ text: 'tarnwick', from: day(1), to: day(2) }] });
    expect(kindsOf(before, account('chat', 'Tarnwick'))).toEqual([]);
    expect(kindsOf(before, account('post', 'Tarnwick'))).toEqual(['same-handle']);
  });
  it('that somebody took after having another are shown with a suspicion', () => {
    const copier = account('post', 'tarnwick', {
      earlierNames: [{ text: 'grobbles', from: day(1), to: day(2) }],
    });
    expect(scoreLink(account('chat', 'tarnwick'), copier, nothingKnownOfPair).suspicions).toEqual([
      '"tarnwick" bore another name before: "grobbles".',
    ]);
  });
});

describe('what excludes that two accounts are one person', () => {
  const proved = (platform: string, handle: string, more: Partial<AccountProfile> = {}) =>
    account(platform, handle, { verified: ann, ...more });
  const bob = { iss: 'https://id.example', sub: '43' };
  const one = proved('chat', 'tarnwick');
  const cases: Record<
    Exclusion,
    readonly [
      AccountProfile,
      AccountProfile,
      Partial<PairContext>,
      withNames: LinkSuggestion,
      withProof: LinkSuggestion,
    ]
  > = {
    'one-account': [one, one, {}, 'nothing', 'nothing'],
    'decided-different': [
      one,
      proved('post', 'tarnwick'),
      { decidedDifferentOn: ['same-verified-id', 'code-confirmed', 'same-handle'] },
      'nothing',
      'nothing',
    ],
    'decided-different-on-less': [
      one,
      proved('post', 'tarnwick'),
      { decidedDifferentOn: ['same-handle'] },
      'nothing',
      'review',
    ],
    'conflicting-verified-ids': [
      account('chat', 'tarnwick', { verified: bob }),
      proved('post', 'tarnwick'),
      {},
      'nothing',
      'review',
    ],
    'spoke-at-once': [one, proved('post', 'tarnwick'), { spokeAtOnce: true }, 'nothing', 'review'],
    'spoke-to-each-other': [
      one,
      proved('post', 'tarnwick', { contactIds: [one.entityId] }),
      {},
      'nothing',
      'review',
    ],
    'same-platform': [one, proved('chat', 'tarnwick_'), {}, 'nothing', 'review'],
  };
  it.each(Object.entries(cases))(
    '%s never links, whatever proves it',
    (reason, [a, b, known, _, withProof]) => {
      const confirmed = { ...known, codeConfirmed: true };
      expect(scoreLink(a, b, pair(confirmed)).excludedBy).toBe(reason);
      expect(verdictOf(a, b, confirmed)).toBe(withProof);
    },
  );
  it.each(Object.entries(cases))('%s is no question of names alone', (reason, [a, b, known, withNames]) => {
    const unverified =
      reason === 'conflicting-verified-ids' ? [a, b] : [a, b].map((all) => ({ ...all, verified: null }));
    expect(verdictOf(unverified[0] ?? a, unverified[1] ?? b, known)).toBe(withNames);
  });
  it('is said of each in one sentence', () =>
    expect(Object.values(exclusions).filter(({ sentence }) => !sentence.endsWith('.'))).toEqual([]));
});

const names = [
  'tarnwick',
  'Tarnwick_',
  't4rnw1ck',
  'bob.tarnwick',
  'robert_tarnwick',
  'u17',
  '张伟',
  'ѕаm',
  '',
  'שלום',
];
const handles = fc.oneof(
  fc.constantFrom(...names),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('a', '\u202E', '🎸', '9', '|').map((part) => part.repeat(500)),
);
const accounts = fc
  .record({
    platform: fc.constantFrom('chat', 'post'),
    id: fc.constantFrom('1', '2', '3'),
    handle: fc.option(handles),
    displayName: fc.option(handles),
    earlierNames: fc.array(
      handles.map((text) => ({ text, from: day(1), to: day(2) })),
      { maxLength: 3 },
    ),
    verified: fc.option(
      fc.constantFrom(ann, { ...ann, sub: '43' }, { ...ann, iss: 'https://other.example' }),
    ),
    declared: fc.array(fc.record({ platform: fc.constantFrom('chat', 'post'), handle: handles }), {
      maxLength: 2,
    }),
    placeIds: fc.uniqueArray(fc.constantFrom('p1', 'p2', 'p3')),
    contactIds: fc.uniqueArray(fc.constantFrom('chat/1', 'post/2', 'x1', 'x2', 'x3')),
    habits: fc.option(
      fc.constantFrom({ hours, words: rare }, { hours: [], words: new Map<string, number>() }),
    ),
  })
  .map(({ id, ...all }) => ({ ...all, entityId: `${all.platform}/${id}`, platformUserId: id }));
const contexts = fc.record({
  codeConfirmed: fc.boolean(),
  renamedByPlatform: fc.boolean(),
  spokeAtOnce: fc.boolean(),
  decidedDifferentOn: fc.option(fc.subarray(Object.keys(evidenceKinds) as EvidenceKind[])),
  namesakes: fc.nat(200),
});

describe('a score', () => {
  it('is the same whichever account is named first', () =>
    fc.assert(
      fc.property(accounts, accounts, contexts, (a, b, known) =>
        expect(scoreLink(a, b, known)).toEqual(scoreLink(b, a, known)),
      ),
    ));
  it('is from 0 to 1, and 0 without evidence', () =>
    fc.assert(
      fc.property(accounts, accounts, contexts, (a, b, known) => {
        const { confidence, evidence } = scoreLink(a, b, known);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(confidence === 0).toBe(evidence.length === 0);
      }),
    ));
  it('links only on proof, above the threshold, where nothing excludes it', () =>
    fc.assert(
      fc.property(
        accounts,
        accounts,
        contexts,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (a, b, known, autoLink) => {
          const score = scoreLink(a, b, known);
          const verdict = decideLink(score, {
            'identity.auto_link_threshold': autoLink,
            'identity.require_review_threshold': 0,
          });
          const isProved = score.evidence.some(({ kind }) => evidenceKinds[kind].strong);
          const mayLink = isProved && score.excludedBy === null && score.confidence >= autoLink;
          expect(verdict === 'link').toBe(mayLink);
        },
      ),
    ));
  it('is no lower for another proof', () =>
    fc.assert(
      fc.property(accounts, accounts, contexts, (a, b, known) =>
        expect(scoreLink(a, b, { ...known, codeConfirmed: true }).confidence).toBeGreaterThanOrEqual(
          scoreLink(a, b, known).confidence,
        ),
      ),
    ));
});

describe('keys to find candidates by', () => {
  it('are few, and the same each time', () =>
    fc.assert(
      fc.property(accounts, (one) => {
        const keys = blockingKeysOf(one);
        expect(keys.length).toBeLessThanOrEqual(64);
        expect(new Set(keys).size).toBe(keys.length);
        expect(blockingKeysOf({ ...one })).toEqual(keys);
      }),
    ));
  it('are shared by whoever would be shown to a reviewer for what they say, are called or proved', () =>
    fc.assert(
      fc.property(accounts, accounts, (a, b) => {
        if (verdictOf(a, b) === 'nothing') return;
        const keys = new Set(blockingKeysOf(a));
        expect(blockingKeysOf(b).some((key) => keys.has(key))).toBe(true);
      }),
    ));
  it.each(
    Object.entries(alone).filter(
      ([, [, , known, to]]) => to !== 'nothing' && Object.keys(known).length === 0,
    ),
  )('are shared by two of whom there is %s', (_, [a, b]) => {
    const keys = new Set(blockingKeysOf(a));
    expect(blockingKeysOf(b).some((key) => keys.has(key))).toBe(true);
  });
});
