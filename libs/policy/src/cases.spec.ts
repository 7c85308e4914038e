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

export const alone = (facts: Partial<ReadRequest> = {}): ReadRequest => ({
  tenantId: 't1',
  agentId: 'a1',
  principal: 'client',
  operation: 'recall',
  now,
  knobs: defaultKnobs,
  viewer,
  place: null,
  threads: [],
  openSourceIds: [],
  audience: [self],
  contactsOfAll: [],
  grantedMemoryIds: [],
  asOf: null,
  standing: 'active',
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
  rank: 0,
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
export const ruleOf = (request: ReadRequest, memory: MemoryFacts): string => decide(request, memory).rule;

export const expectPlanned = (request: ReadRequest, facts: MemoryFacts): void => {
  const plan = planRead(request);
  const isAdmitted = typeof plan !== 'string' && evaluate(plan, rowOf(facts));
  expect(isAdmitted).toBe(decide(request, facts).decision === 'allow');
};
