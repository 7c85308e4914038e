import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluate, type Condition, type Plan } from './condition.js';
import { asksForContacts, decide } from './decide.js';
import { planContacts, planRead } from './plan.js';
import { isKnown } from './rules.js';
import type { MemoryFacts, ReadRequest } from './request.js';
import { everyPair, memory, pool, request, rowOf } from './world.spec.js';

const admits = (plan: Plan, facts: MemoryFacts): boolean =>
  plan === 'everything' || (plan !== 'nothing' && evaluate(plan, rowOf(facts)));
const isAllowed = (asked: ReadRequest, facts: MemoryFacts): boolean =>
  decide(asked, facts).decision === 'allow';

const clausesOf = (condition: Condition): readonly Condition[] => {
  if (condition.kind === 'all' || condition.kind === 'any')
    return [condition, ...condition.of.flatMap(clausesOf)];
  return condition.kind === 'not' ? [condition, ...clausesOf(condition.of)] : [condition];
};

const isEmpty = (clause: Condition): boolean => {
  if (clause.kind === 'all' || clause.kind === 'any') return clause.of.length < 2;
  if ('values' in clause) return clause.values.length === 0;
  return clause.kind === 'not' && clause.of.kind === 'not';
};

const requests = pool(request);
const memories = pool(memory);
const planned = new Map(requests.map((asked) => [asked, planRead(asked)]));
const planOf = (asked: ReadRequest): Plan => planned.get(asked) ?? 'nothing';

describe('planRead', () => {
  it('admits every row that decide allows', () => {
    everyPair(requests, memories, (asked, facts) => !isAllowed(asked, facts) || admits(planOf(asked), facts));
  });

  it('followed by decide gives what decide over all rows gives', () => {
    const herds = memories.map((first, index) => [first, ...memories.slice(index + 1, index + 5)]);
    everyPair(requests, herds, (asked, rows) => {
      const rechecked = rows
        .filter((row) => admits(planOf(asked), row))
        .filter((row) => isAllowed(asked, row));
      return rechecked.length === rows.filter((row) => isAllowed(asked, row)).length;
    });
  });

  it('admits no more than decide allows', () => {
    everyPair(
      requests,
      memories,
      (asked, facts) => !isKnown(facts) || admits(planOf(asked), facts) === isAllowed(asked, facts),
    );
  });

  it('keeps all of this in one fixed world', () => {
    const wrong: (readonly [ReadRequest, MemoryFacts])[] = [];
    const rows = fc.sample(memory, { seed: 1, numRuns: 400 });
    for (const asked of fc.sample(request, { seed: 2, numRuns: 400 })) {
      const plan = planRead(asked);
      for (const facts of rows) {
        const [isIn, isAdmitted] = [isAllowed(asked, facts), admits(plan, facts)];
        // A word that nobody knows is refused by the database: such rows are made up here alone.
        if (isIn !== isAdmitted && !(isAdmitted && !isKnown(facts))) wrong.push([asked, facts]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has no empty clause, no clause of one, and no doubled negation', () => {
    const stays = requests.map(({ viewer }) => viewer?.memberships ?? []);
    everyPair(requests, stays, (asked, memberships) => {
      const plan = planRead({
        ...asked,
        viewer: asked.viewer === null ? null : { ...asked.viewer, memberships },
      });
      return typeof plan === 'string' || !clausesOf(plan).some(isEmpty);
    });
  });

  it('always names the tenant', () => {
    everyPair(
      requests,
      memories,
      (asked, facts) => facts.tenantId === asked.tenantId || !admits(planOf(asked), facts),
    );
  });
});

describe('contacts of the readers', () => {
  const without = (asked: ReadRequest): ReadRequest => ({ ...asked, contactsOfAll: [] });
  const strangers = new Map(requests.map((asked) => [asked, without(asked)]));

  it('decide nothing about a row of which nobody need be asked', () => {
    everyPair(requests, memories, (asked, facts) => {
      const stranger = strangers.get(asked) ?? asked;
      return asksForContacts(asked, facts) || isAllowed(asked, facts) === isAllowed(stranger, facts);
    });
  });

  it('are asked of every row that reaches readers by them', () => {
    everyPair(
      requests,
      memories,
      (asked, facts) => decide(asked, facts).rule !== 'shared-contacts' || admits(planContacts(asked), facts),
    );
  });

  it('are asked of nobody where no rule needs them', () => {
    for (const asked of requests) {
      if (asked.knobs['privacy.public_facts_travel'] === 'shared_contacts') continue;
      expect(planContacts(asked)).toBe('nothing');
      expect(memories.some((facts) => asksForContacts(asked, facts))).toBe(false);
    }
  });
});
