import { describe, expect, it } from '@jest/globals';
import { aboutBob, alone, inGroup, knobs, memberOf, ruleOf } from './cases.spec.js';
import { evaluate } from './condition.js';
import { asksForContacts } from './decide.js';
import { planContacts } from './plan.js';
import type { MemoryFacts, ReadRequest } from './request.js';
import { places, rowOf } from './world.spec.js';

/** Told next door, of a person, of no workspace: what a contact of every reader lets through. */
const told = (facts: Partial<MemoryFacts> = {}): MemoryFacts =>
  aboutBob({ source: places.freeOpenGroup, ...facts });
const asked = (facts: Partial<ReadRequest> = {}): ReadRequest => inGroup(facts);

/** Whether contacts are asked of the subjects of this row: by the plan for an index, and by the rule for a row. */
const isAsked = (request: ReadRequest, facts: MemoryFacts): readonly [boolean, boolean] => {
  const plan = planContacts(request);
  if (plan === 'everything') throw new Error('contacts of everybody');
  return [plan !== 'nothing' && evaluate(plan, rowOf(facts)), asksForContacts(request, facts)];
};

describe('contacts of the readers', () => {
  it('are asked of whom a row told next door is about, and let it through', () => {
    expect(isAsked(asked(), told())).toEqual([true, true]);
    expect(ruleOf(asked(), told())).toBe('out-of-scope');
    expect(ruleOf(asked({ contactsOfAll: ['bob'] }), told())).toBe('shared-contacts');
  });

  it('are asked of what is shared by all agents, and by whichever agent asks', () => {
    expect(isAsked(asked(), told({ agentId: null }))).toEqual([true, true]);
    expect(isAsked(asked({ agentId: null }), told({ agentId: null }))).toEqual([true, true]);
  });

  it.each<readonly [string, Partial<MemoryFacts>]>([
    ['private to its people', { scope: 'private_subject' }],
    ['without a place', { source: null, imported: true }],
    ['of a workspace', { source: places.open1 }],
    ['told in confidence', { disclosure: 'conversation_private' }],
    ['not portable', { portable: false }],
    ['personal', { sensitivity: 1 }],
    ['sensitive', { sensitivity: 2 }],
    ['told here', { source: places.freeGroup }],
  ])('are asked of nobody whom a row is about that is %s', (_what, facts) => {
    expect(isAsked(asked(), told(facts))).toEqual([false, false]);
  });

  it.each<readonly [string, ReadRequest]>([
    ['who asks alone', alone()],
    ['an inspecting operator', asked({ principal: 'operator', operation: 'inspect' })],
    ['whom the knob tells nothing', asked(knobs({ 'privacy.public_facts_travel': 'never' }))],
    ['whom the knob tells everything', asked(knobs({ 'privacy.public_facts_travel': 'anywhere' }))],
  ])('are asked of nobody for %s', (_who, request) => {
    expect(planContacts(request)).toBe('nothing');
    expect(asksForContacts(request, told())).toBe(false);
  });

  it('are looked for in no index for who is not known', () => {
    expect(planContacts(asked({ viewer: null }))).toBe('nothing');
    expect(planContacts(asked({ viewer: { ...memberOf('freeGroup'), cluster: [] } }))).toBe('nothing');
  });

  it('are looked for among rows of the tenant and of the agent alone', () => {
    for (const facts of [told({ tenantId: 't2' }), told({ agentId: 'a2' })])
      expect(isAsked(asked(), facts)[0]).toBe(false);
    expect(isAsked(asked({ agentId: null }), told())[0]).toBe(false);
  });
});
