import { defaultKnobs, disclosures, sensitivities, visibilityScopes } from '#domain';
import { describe, expect, it } from '@jest/globals';
import { evaluate, type Plan } from './condition.js';
import { decide } from './decide.js';
import { planRead } from './plan.js';
import type { Membership, MemoryFacts, MemorySource, Place, ReadRequest } from './request.js';
import type { RuleId } from './verdict.js';
import { isDenial } from './verdict.js';
import { at, now, places, rowOf, type PlaceAndSource } from './world.spec.js';

const relations = [
  'subject',
  'owner',
  'speaker',
  'present',
  'joined later',
  'left',
  'workspace member',
  'shared contact',
  'stranger',
] as const;
type Relation = (typeof relations)[number];

/** Where it was learned, and from where each can be read. A place without a workspace has no other channel. */
const learnedIn = {
  'no source': null,
  dm: places.dmOfViewer,
  'free group': places.freeGroup,
  'free thread': places.freeThread,
  'open channel': places.open1,
  'open thread': places.openThread,
  'restricted channel': places.closed1,
  'restricted thread of an open channel': places.aside,
} as const satisfies Record<string, MemorySource | null>;
type LearnedIn = keyof typeof learnedIn;

const threadOf = (source: PlaceAndSource, sourceId: string): PlaceAndSource => ({
  ...source,
  sourceId,
  readerSourceIds: [sourceId, source.sourceId],
  toldIn: sourceId,
  heardIn: source.sourceId,
  type: source.type === 'dm' ? 'dm' : 'thread',
  threadOf: source.sourceId,
});
const anotherGroup: Place = {
  ...places.freeGroup,
  sourceId: 'anotherGroup',
  readerSourceIds: ['anotherGroup'],
};
const everywhereElse = {
  alone: null,
  'other workspace': places.openElsewhere,
  'other group': anotherGroup,
} as const;
const readFrom = {
  'no source': everywhereElse,
  dm: { ...everywhereElse, here: places.dmOfViewer, 'its thread': threadOf(places.dmOfViewer, 'dmThread') },
  'free group': { ...everywhereElse, here: places.freeGroup, 'its thread': places.freeThread },
  'free thread': { ...everywhereElse, here: places.freeThread, 'its thread': places.freeGroup },
  'open channel': {
    ...everywhereElse,
    here: places.open1,
    'its thread': places.openThread,
    'its restricted thread': places.aside,
    'other channel': places.open2,
  },
  'open thread': {
    ...everywhereElse,
    here: places.openThread,
    'its thread': places.open1,
    'other channel': places.open2,
  },
  'restricted channel': {
    ...everywhereElse,
    here: places.closed1,
    'its thread': places.closedThread,
    'other channel': places.open2,
  },
  'restricted thread of an open channel': {
    ...everywhereElse,
    here: places.aside,
    'its channel': places.open1,
    'other channel': places.open2,
  },
} as const satisfies Record<LearnedIn, Readonly<Record<string, Place | null>>>;
type PlaceWord =
  | 'alone'
  | 'here'
  | 'its thread'
  | 'its restricted thread'
  | 'its channel'
  | 'other channel'
  | 'other workspace'
  | 'other group';

/** Whom the speaker keeps it from. Another reader stands in every place that is not private. */
const keptFrom = ['nobody', 'the viewer', 'another reader'] as const;

interface Cell {
  readonly keptFrom: (typeof keptFrom)[number];
  readonly scope: (typeof visibilityScopes)[number];
  readonly sensitivity: (typeof sensitivities)[number];
  readonly disclosure: (typeof disclosures)[number];
  readonly portable: boolean;
  readonly source: LearnedIn;
  readonly relation: Relation;
  readonly place: PlaceWord;
}

/** Some cells: those whose every named word is in the list. An absent word means all of them. */
type Some = { readonly [K in keyof Cell]?: readonly Cell[K][] };

const inPlace: readonly PlaceWord[] = ['here', 'its thread', 'its restricted thread'];
const own: readonly Relation[] = ['subject', 'owner', 'speaker'];
const insiders: readonly Relation[] = [...own, 'present', 'joined later'];
const outsiders: readonly Relation[] = ['left', 'workspace member', 'shared contact', 'stranger'];
const placed: readonly LearnedIn[] = [
  'dm',
  'free group',
  'free thread',
  'open channel',
  'open thread',
  'restricted channel',
  'restricted thread of an open channel',
];
const noWorkspace: readonly LearnedIn[] = ['dm', 'free group', 'free thread'];
const shared = ['source_shared'] as const;
/** Read by the viewer alone: without a place, or in the viewer's own dm. */
const private_: readonly Some[] = [
  { place: ['alone'] },
  { source: ['dm'], place: inPlace, relation: insiders },
];
const among = (cells: readonly Some[], more: Some): readonly Some[] =>
  cells.map((some) => ({ ...some, ...more }));
/** Newcomers may scroll up there, and may members of the workspace. */
const open_: readonly LearnedIn[] = ['open channel', 'open thread'];
const openTo: readonly Relation[] = [...insiders, 'workspace member'];
/** In the place, and everybody who reads along may scroll up to it, was there, or said it themselves in their dm. */
const here: readonly Some[] = [
  { place: inPlace, source: open_ },
  { place: inPlace, relation: ['present', 'left'] },
  { place: inPlace, source: ['dm'], relation: ['speaker'] },
];
/** Alone, and was there or may scroll up to it. */
const there: readonly Some[] = [
  { place: ['alone'], relation: ['present'], source: placed },
  { place: ['alone'], relation: openTo, source: open_ },
];

/**
 * The expected verdicts as a table that is read from the top: the first line that a cell fits gives its rule. It knows
 * sets of cells only, no request and no row, and shares nothing with the rules but their names.
 */
const table: readonly { readonly rule: RuleId; readonly of: Some; readonly but?: readonly Some[] }[] = [
  { rule: 'secret-needs-grant', of: { sensitivity: [3] } },
  {
    rule: 'conversation-private',
    of: { disclosure: ['conversation_private'] },
    but: [...here, ...there],
  },
  { rule: 'withheld', of: { keptFrom: ['the viewer'] }, but: [{ relation: ['owner'] }] },
  { rule: 'withheld', of: { keptFrom: ['another reader'] }, but: private_ },
  { rule: 'not-portable', of: { portable: [false] }, but: here },
  { rule: 'out-of-scope', of: { scope: ['system'] } },
  { rule: 'out-of-scope', of: { scope: ['global_shared'], sensitivity: [1, 2] } },
  { rule: 'out-of-scope', of: { scope: ['private_subject'] }, but: [{ relation: own }] },
  { rule: 'out-of-scope', of: { scope: shared, source: ['no source'] } },
  {
    rule: 'not-a-participant',
    of: { scope: shared, place: inPlace, relation: outsiders },
    but: [{ place: ['here', 'its thread'], source: open_, relation: ['workspace member'] }],
  },
  {
    rule: 'out-of-scope',
    of: { scope: shared },
    but: [
      ...here,
      { source: open_, place: ['other channel'], relation: openTo },
      ...among(private_, { relation: own }),
      ...there,
      { relation: ['subject'], sensitivity: [0, 1] },
      { relation: ['shared contact'], sensitivity: [0], source: noWorkspace },
    ],
  },
  {
    rule: 'dm-stays-private',
    of: { source: ['dm'] },
    but: [...private_, ...here, { relation: ['subject'], sensitivity: [0] }],
  },
  {
    rule: 'sensitivity',
    of: { sensitivity: [1] },
    but: [{ relation: ['subject'] }, ...among(private_, { relation: own })],
  },
  {
    rule: 'sensitivity',
    of: { sensitivity: [2] },
    but: among(private_, { relation: ['subject', 'speaker'] }),
  },
  { rule: 'dm-context', of: { scope: shared, place: ['alone'], relation: ['shared contact'] } },
  { rule: 'global-is-for-all', of: { scope: ['global_shared'] } },
  { rule: 'own-memory', of: { scope: ['private_subject'] } },
  ...here.map((of) => ({ rule: 'same-place', of }) as const),
  {
    rule: 'workspace-shares-open',
    of: {
      source: open_,
      place: ['other channel'],
      relation: openTo,
    },
  },
  ...among(private_, { relation: own }).map((of) => ({ rule: 'own-in-private', of }) as const),
  { rule: 'heard-in-private', of: { place: ['alone'] } },
  { rule: 'own-fact-travels', of: { relation: ['subject'] } },
  { rule: 'shared-contacts', of: { relation: ['shared contact'] } },
];

const isAmong = (cell: Cell, some: Some): boolean =>
  Object.entries(some).every(([word, values]) =>
    (values as readonly unknown[]).includes(cell[word as keyof Cell]),
  );
const expectedOf = (cell: Cell): RuleId | undefined =>
  table.find(({ of, but = [] }) => isAmong(cell, of) && !but.some((some) => isAmong(cell, some)))?.rule;

const cells: readonly Cell[] = visibilityScopes.flatMap((scope) =>
  sensitivities.flatMap((sensitivity) =>
    disclosures.flatMap((disclosure) =>
      [true, false].flatMap((portable) =>
        (Object.keys(learnedIn) as LearnedIn[]).flatMap((source) =>
          (Object.keys(readFrom[source]) as PlaceWord[]).flatMap((place) =>
            relations.flatMap((relation) =>
              keptFrom.map((from) => ({
                scope,
                sensitivity,
                disclosure,
                portable,
                source,
                place,
                relation,
                keptFrom: from,
              })),
            ),
          ),
        ),
      ),
    ),
  ),
);

const said = at(5);
const stay = (sourceId: string, from: Date, to: Date | null = null): Membership => ({ sourceId, from, to });

/** People who own, spoke or are meant came later, so that no cell mixes owning with having heard. */
const membershipsOf = (
  relation: Relation,
  source: Place | null,
  place: Place | null,
): readonly Membership[] => {
  const ids =
    source === null
      ? []
      : [
          source.sourceId,
          ...(place?.threadOf === source.sourceId || source.threadOf === place?.sourceId
            ? [place.sourceId]
            : []),
        ];
  const workspace = source?.workspaceId == null ? [] : [source.workspaceId];
  if (relation === 'present') return [...ids, ...workspace].map((id) => stay(id, at(1)));
  if (relation === 'left') return [...ids, ...workspace].map((id) => stay(id, at(1), at(8)));
  if (relation === 'workspace member') return [stay('w1', at(1))];
  return insiders.includes(relation) ? [...ids, ...workspace].map((id) => stay(id, at(6))) : [];
};

const requestOf = ({ relation, source, place: word }: Cell): ReadRequest => {
  const place = (readFrom[source] as Readonly<Partial<Record<PlaceWord, Place | null>>>)[word] ?? null;
  const isOwnDm = place?.type !== 'dm' || insiders.includes(relation);
  const isAlone = place === null || (place.type === 'dm' && isOwnDm);
  const wasThere = relation === 'present' || relation === 'left';
  const together = wasThere ? [{ from: at(1), to: relation === 'left' ? at(8) : null }] : [];
  const others = ['carol', 'erin'].map((entityId) => ({ cluster: [entityId], isParticipant: true }));
  return {
    tenantId: 't1',
    agentId: 'a1',
    principal: 'client',
    operation: 'recall',
    now,
    knobs: defaultKnobs,
    viewer: {
      cluster: ['viewer', 'viewer2'],
      memberships: membershipsOf(relation, learnedIn[source], place),
      isVerified: true,
    },
    place,
    audience: [{ cluster: ['viewer', 'viewer2'], isParticipant: true }, ...(isAlone ? [] : others)],
    together: { here: together, above: together },
    arePlaceReadersMembers: true,
    contactsOfAll: relation === 'shared contact' ? ['bob'] : ['carol'],
    grantedMemoryIds: [],
    asOf: null,
    requestedStatus: 'active',
  };
};

const keptFromIds = { nobody: [], 'the viewer': ['viewer'], 'another reader': ['erin'] } as const;

const memoryOf = ({
  scope,
  sensitivity,
  disclosure,
  portable,
  relation,
  source,
  keptFrom: from,
}: Cell): MemoryFacts => ({
  memoryId: 'm1',
  tenantId: 't1',
  agentId: 'a1',
  status: 'active',
  expiresAt: null,
  scope,
  sensitivity,
  disclosure,
  portable,
  speakerId: relation === 'speaker' ? 'viewer2' : 'carol',
  ownerId: relation === 'owner' ? 'viewer2' : 'carol',
  subjectIds: [relation === 'subject' ? 'viewer2' : 'bob'],
  withheldFromIds: keptFromIds[from],
  observedAt: said,
  firstObservedAt: said,
  supersededAt: null,
  source: learnedIn[source],
  imported: false,
});

/** A request depends on three words of its cell only: each is built and planned once. */
const asked = new Map<string, { readonly request: ReadRequest; readonly plan: Plan }>();
const askedOf = (cell: Cell): { readonly request: ReadRequest; readonly plan: Plan } => {
  const key = [cell.relation, cell.source, cell.place].join();
  const before = asked.get(key);
  if (before !== undefined) return before;
  const request = requestOf(cell);
  const fresh = { request, plan: planRead(request) };
  asked.set(key, fresh);
  return fresh;
};

describe('the policy matrix', () => {
  it('has every cell of scope x sensitivity x disclosure x portable x (source x place) x relation x kept from', () => {
    expect(cells).toHaveLength(4 * 4 * 2 * 2 * (3 + 5 + 5 + 5 + 7 + 6 + 6 + 6) * 9 * 3);
  });

  it('gives each cell the verdict and the rule of the table', () => {
    const wrong = cells
      .map((cell) => ({
        ...cell,
        expected: expectedOf(cell),
        given: decide(askedOf(cell).request, memoryOf(cell)).rule,
      }))
      .filter(({ expected, given }) => expected !== given);
    expect(wrong).toEqual([]);
  });

  it('admits into the plan the allowed cells and no others', () => {
    const wrong = cells.filter((cell) => {
      const { plan } = askedOf(cell);
      const expected = expectedOf(cell);
      const isExpected = expected !== undefined && !isDenial(expected);
      return (typeof plan !== 'string' && evaluate(plan, rowOf(memoryOf(cell)))) !== isExpected;
    });
    expect(wrong).toEqual([]);
  });

  it('reads every line of the table', () => {
    const reached = new Set(
      cells.map((cell) =>
        table.findIndex(({ of, but = [] }) => isAmong(cell, of) && !but.some((some) => isAmong(cell, some))),
      ),
    );
    expect(reached.size).toBe(table.length);
  });
});
