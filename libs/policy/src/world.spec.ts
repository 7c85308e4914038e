import { defaultKnobs, type Knobs, type MemoryStatus } from '#domain';
import fc from 'fast-check';
import type { ConditionRow } from './condition.js';
import {
  operations,
  type Membership,
  type MemoryFacts,
  type MemorySource,
  type Place,
  type ReadRequest,
  type Stretch,
} from './request.js';

/** A small world in which every boundary is near: six people, twenty-one places, and milliseconds next to each other. */
declare const policyRuns: number | undefined;

/** Cases of one law. Mutation runs repeat every law and set the jest global `policyRuns` to fewer. */
const numRuns = typeof policyRuns === 'number' ? policyRuns : 100_000;
const poolSize = numRuns / 20;

/** Values drawn once and paired at random by each law: drawing afresh would cost more than judging. */
export const pool = <T>(arbitrary: fc.Arbitrary<T>, times = 1): readonly T[] =>
  fc.sample(arbitrary, poolSize * times);

/** Asserts a fact of `numRuns` random pairs; a counterexample is printed whole, so that it can become a test. */
export const everyPair = <A, B>(
  left: readonly A[],
  right: readonly B[],
  isSo: (a: A, b: B) => boolean,
): void => {
  const pick = <T>(values: readonly T[]) => fc.nat(values.length - 1).map((index) => values[index]);
  fc.assert(
    fc.property(pick(left), pick(right), (a, b) => {
      if (a !== undefined && b !== undefined && !isSo(a, b)) throw new Error(JSON.stringify([a, b]));
    }),
    { numRuns },
  );
};

export const at = (millisecond: number): Date => new Date(Date.UTC(2026, 4, 1) + millisecond);
export const now = at(10);

/** A place as it is read in, and as the source of what is told in it. */
export type PlaceAndSource = Place & MemorySource;

const source = (
  sourceId: string,
  type: Place['type'],
  access: Place['access'],
  workspaceId: string | null = null,
  threadOf: string | null = null,
  more: Partial<PlaceAndSource> = {},
): PlaceAndSource => {
  const isApart = more.isApart ?? false;
  const heardIn = isApart ? null : threadOf;
  return {
    sourceId,
    type,
    access,
    workspaceId,
    threadOf,
    isApart,
    readerSourceIds: heardIn === null ? [sourceId] : [sourceId, heardIn],
    hasHidden: true,
    history: access === 'open' && workspaceId !== null ? 'visible' : 'since_joining',
    toldIn: sourceId,
    heardIn,
    ...more,
  };
};

export const places = {
  w1: source('w1', 'workspace', 'open', 'w1'),
  open1: source('open1', 'group', 'open', 'w1'),
  open2: source('open2', 'group', 'open', 'w1'),
  closed1: source('closed1', 'group', 'restricted', 'w1'),
  openThread: source('openThread', 'thread', 'open', 'w1', 'open1'),
  closedThread: source('closedThread', 'thread', 'restricted', 'w1', 'closed1'),
  aside: source('aside', 'thread', 'restricted', 'w1', 'open1', { isApart: true }),
  shown: source('shown', 'group', 'restricted', 'w1', null, { history: 'visible' }),
  unseen: source('unseen', 'group', 'open', 'w1', null, { history: 'since_joining' }),
  moved: source('moved', 'thread', 'restricted', 'w1', 'open1', { toldIn: null, heardIn: null }),
  closedAside: source('closedAside', 'thread', 'restricted', 'w1', 'closed1', { isApart: true }),
  w2: source('w2', 'workspace', 'open', 'w2'),
  openElsewhere: source('openElsewhere', 'group', 'open', 'w2'),
  freeGroup: source('freeGroup', 'group', 'restricted'),
  freeOpenGroup: source('freeOpenGroup', 'group', 'open'),
  freeAside: source('freeAside', 'thread', 'restricted', null, 'freeOpenGroup', { isApart: true }),
  freeThread: source('freeThread', 'thread', 'restricted', null, 'freeGroup'),
  dmOfViewer: source('dmOfViewer', 'dm', 'restricted'),
  dmOfBob: source('dmOfBob', 'dm', 'restricted'),
  dmInWorkspace: source('dmInWorkspace', 'dm', 'restricted', 'w1'),
  openDm: source('openDm', 'dm', 'open', 'w1'),
} as const satisfies Record<string, PlaceAndSource>;
const everywhere: readonly PlaceAndSource[] = Object.values(places);

/** The viewer is one person with two accounts. */
const viewerIds = ['viewer', 'viewer2'] as const;
const people = [...viewerIds, 'bob', 'carol', 'dan', 'agent'] as const;

const person = fc.constantFrom(...people);
const perhaps = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 4 });
const mostly = <T>(usual: T, others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
/** Present one time in five. */
const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
const moment = fc.integer({ min: 0, max: 14 }).map(at);
const someOf = <T>(values: readonly T[]) => fc.subarray([...values]);

/** Words are known thirty times in thirty-one. */
const word = (words: readonly [string, ...string[]]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.constant('mystery') },
  );

const membership: fc.Arbitrary<Membership> = fc.record({
  sourceId: fc.constantFrom(...everywhere.map(({ sourceId }) => sourceId)),
  from: moment,
  to: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: moment }),
});

const knobs: fc.Arbitrary<Knobs> = fc.record({
  ...(Object.fromEntries(Object.entries(defaultKnobs).map(([key, value]) => [key, fc.constant(value)])) as {
    [K in keyof Knobs]: fc.Arbitrary<Knobs[K]>;
  }),
  'privacy.personal_in_group': fc.constantFrom('subject_asking', 'subject_present'),
  'privacy.sensitive_in_group': fc.constantFrom('never', 'subject_present'),
  'privacy.legacy_fail_open': fc.boolean(),
  'privacy.public_facts_travel': fc.constantFrom('shared_contacts', 'shared_contacts', 'anywhere', 'never'),
  'privacy.leavers_keep_memory': fc.boolean(),
  'identity.mode': fc.constantFrom('single_user', 'multi_user', 'multi_user'),
  'gate.require_verified': mostly(false, [true]),
});

/** Many are somewhere now, so that some read where the answer is read. */
const memberships = fc.oneof(
  fc.constant([]),
  fc.array(membership, { maxLength: 6 }),
  fc
    .subarray(everywhere.map(({ sourceId }) => sourceId))
    .map((ids) => ids.map((sourceId) => ({ sourceId, from: at(0), to: null }))),
);

const reader = fc.record({
  cluster: fc.subarray([...people], { minLength: 0, maxLength: 2 }),
  isParticipant: fc.boolean(),
  memberships,
});

const perhapsEver = fc.option(moment, { freq: 2 });
const stretches: fc.Arbitrary<readonly Stretch[]> = fc.array(
  fc.record({ from: perhapsEver, to: perhapsEver }),
  { maxLength: 2 },
);

/** Whoever the caller names on top: known, perhaps, but not stored in the place. */
export const addedReader = fc.record({ cluster: fc.subarray([...people], { maxLength: 2 }), memberships });

export const request: fc.Arbitrary<ReadRequest> = fc
  .record({
    principal: fc.constantFrom('client', 'client', 'client', 'agent', 'adaptor', 'operator'),
    operation: fc.constantFrom('recall', 'recall', 'recall', ...operations),
    knobs,
    cluster: fc.constantFrom<readonly string[]>(viewerIds, viewerIds, ['viewer'], []),
    hasViewer: fc.integer({ max: 9 }).map((n) => n !== 0),
    memberships: fc.array(membership, { maxLength: 12 }),
    place: fc.option(fc.constantFrom<PlaceAndSource>(...everywhere, places.dmOfViewer), { freq: 2 }),
    others: fc.oneof(fc.constant([]), fc.array(reader, { maxLength: 3 })),
    isViewerListed: fc.integer({ max: 9 }).map((n) => n !== 0),
    contactsOfAll: fc.subarray([...people], { minLength: 2 }),
    grantedMemoryIds: someOf(['m1', 'm2']),
    together: fc.record({ here: stretches, above: stretches }),
    arePlaceReadersMembers: mostly(true, [false]),
    asOf: rarely(moment),
    requestedStatus: mostly<MemoryStatus>('active', ['superseded', 'expired', 'pending', 'forgotten']),
    isVerified: fc.boolean(),
    agentId: mostly<string | null>('a1', [null]),
  })
  .map(({ cluster, hasViewer, isVerified, memberships, others, isViewerListed, place, ...rest }) => ({
    ...rest,
    tenantId: 't1',
    now,
    place,
    viewer: hasViewer ? { cluster, memberships, isVerified } : null,
    audience: [...(hasViewer && isViewerListed ? [{ cluster, isParticipant: true }] : []), ...others],
  }));

const memorySource: fc.Arbitrary<MemorySource> = fc
  .record({
    place: fc.constantFrom<PlaceAndSource>(
      ...everywhere,
      places.freeGroup,
      places.freeOpenGroup,
      places.open1,
    ),
    type: fc.integer({ max: 40 }),
    access: fc.integer({ max: 40 }),
    history: fc.integer({ max: 40 }),
  })
  .map(({ place, type, access, history }) => ({
    ...place,
    type: type === 0 ? 'mystery' : place.type,
    access: access === 0 ? 'mystery' : place.access,
    history: history === 0 ? 'mystery' : place.history,
  }));

const lone: fc.Arbitrary<MemoryFacts> = fc.record({
  memoryId: fc.constantFrom('m1', 'm2', 'm3'),
  tenantId: mostly('t1', ['t2']),
  agentId: mostly<string | null>('a1', [null, 'a2']),
  status: mostly('active', [
    'superseded',
    'superseded',
    'expired',
    'forgotten',
    'pending',
    'archived',
    'mystery',
  ]),
  expiresAt: rarely(moment),
  scope: word([
    'private_subject',
    'source_shared',
    'source_shared',
    'source_shared',
    'global_shared',
    'system',
  ]),
  sensitivity: fc.constantFrom(0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4),
  disclosure: word(['public', 'public', 'conversation_private']),
  portable: fc.constantFrom(true, true, true, false),
  speakerId: perhaps(person),
  ownerId: perhaps(person),
  subjectIds: fc.subarray([...people], { maxLength: 2 }),
  withheldFromIds: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray([...people], { maxLength: 2 }) },
  ),
  observedAt: moment,
  firstObservedAt: moment,
  supersededAt: rarely(moment),
  source: perhaps(memorySource),
  imported: fc.boolean(),
});

/** Two in three were said once. */
export const memory: fc.Arbitrary<MemoryFacts> = fc
  .record({ facts: lone, isRepeated: fc.constantFrom(false, false, true) })
  .map(({ facts, isRepeated }) => {
    const isEarlier = isRepeated && facts.firstObservedAt < facts.observedAt;
    // Nothing is kept from its own owner.
    const withheldFromIds = facts.withheldFromIds.filter((entityId) => entityId !== facts.ownerId);
    return {
      ...facts,
      withheldFromIds,
      firstObservedAt: isEarlier ? facts.firstObservedAt : facts.observedAt,
    };
  });

/** The index row of a memory, as the projector of the index writes it. */
export const rowOf = (facts: MemoryFacts): ConditionRow => ({
  scalars: {
    tenant_id: facts.tenantId,
    agent_id: facts.agentId,
    kind: 'fact',
    memory_id: facts.memoryId,
    status: facts.status,
    visibility_scope: facts.scope,
    sensitivity_rank: facts.sensitivity,
    disclosure: facts.disclosure,
    portable: facts.portable,
    imported: facts.imported,
    source_id: facts.source?.sourceId ?? null,
    source_type: facts.source?.type ?? null,
    source_access: facts.source?.access ?? null,
    source_history: facts.source?.history ?? null,
    told_in: facts.source?.toldIn ?? null,
    heard_in: facts.source?.heardIn ?? null,
    workspace_id: facts.source?.workspaceId ?? null,
    speaker_entity_id: facts.speakerId,
    owner_entity_id: facts.ownerId,
  },
  instants: {
    observed_at: facts.observedAt,
    first_observed_at: facts.firstObservedAt,
    expires_at: facts.expiresAt,
    superseded_at: facts.supersededAt,
  },
  subjectIds: facts.subjectIds,
  withheldFromIds: facts.withheldFromIds,
  metadata: {},
});
