import { defaultKnobs } from '#domain';
import { expect } from '@jest/globals';
import { evaluate } from './condition.js';
import { decide } from './decide.js';
import { planRead } from './plan.js';
import type { MemoryFacts, ReadRequest, Viewer } from './request.js';
import { at, now, places, rowOf } from './world.spec.js';

export const viewer: Viewer = { cluster: ['viewer', 'viewer2'], memberships: [], isVerified: true };
export const self = { cluster: ['viewer'], isParticipant: true };
export const bob = { cluster: ['bob'], isParticipant: true };

/** Everybody who reads along was there all the time. */
const always = { from: null, to: null };

export const alone = (facts: Partial<ReadRequest> = {}): ReadRequest => ({
  tenantId: 't1',
  agentId: 'a1',
  principal: 'client',
  operation: 'recall',
  now,
  knobs: defaultKnobs,
  viewer,
  place: null,
  audience: [self],
  together: { here: [always], above: [always] },
  arePlaceReadersMembers: true,
  contactsOfAll: [],
  grantedMemoryIds: [],
  asOf: null,
  requestedStatus: 'active',
  ...facts,
});
export const memberOf = (...sourceIds: readonly string[]): Viewer => ({
  ...viewer,
  memberships: sourceIds.map((sourceId) => ({ sourceId, from: at(0), to: null })),
});
export const inGroup = (facts: Partial<ReadRequest> = {}): ReadRequest =>
  alone({ place: places.freeGroup, viewer: memberOf('freeGroup'), audience: [self, bob], ...facts });

export const aboutViewer = (facts: Partial<MemoryFacts> = {}): MemoryFacts => ({
  memoryId: 'm1',
  tenantId: 't1',
  agentId: 'a1',
  status: 'active',
  expiresAt: null,
  scope: 'source_shared',
  sensitivity: 0,
  disclosure: 'public',
  portable: true,
  speakerId: 'carol',
  ownerId: 'carol',
  subjectIds: ['viewer'],
  withheldFromIds: [],
  observedAt: at(5),
  firstObservedAt: facts.observedAt ?? at(5),
  supersededAt: null,
  source: places.freeGroup,
  imported: false,
  ...facts,
});
export const aboutBob = (facts: Partial<MemoryFacts> = {}): MemoryFacts =>
  aboutViewer({ subjectIds: ['bob'], ...facts });
export const knobs = (values: Partial<ReadRequest['knobs']>) => ({ knobs: { ...defaultKnobs, ...values } });

/** Found exactly when it may be told: what an index does not hand over is lost, what it hands over in vain takes room. */
export const expectPlanned = (request: ReadRequest, facts: MemoryFacts): void => {
  const plan = planRead(request);
  const { decision, rule } = decide(request, facts);
  const isAdmitted = typeof plan !== 'string' && evaluate(plan, rowOf(facts));
  expect([rule, isAdmitted]).toEqual([rule, decision === 'allow']);
};

/** Where an index row does not carry what decides, and the plan admits the row in vain. */
export const decidedBy = (request: ReadRequest, facts: MemoryFacts): string => decide(request, facts).rule;

/** The rule of the verdict, with which the plan agrees. */
export const ruleOf = (request: ReadRequest, facts: MemoryFacts): string => {
  expectPlanned(request, facts);
  return decide(request, facts).rule;
};
