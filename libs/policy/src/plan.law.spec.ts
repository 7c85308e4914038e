import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluate, type Condition, type Plan } from './condition.js';
import { decide } from './decide.js';
import { planRead } from './plan.js';
import { isKnown } from './rules.js';
import type { MemoryFacts, ReadRequest } from './request.js';
import { memory, numRuns, request, rowOf } from './world.spec.js';

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
  if (clause.kind === 'in' || clause.kind === 'subjects-overlap') return clause.values.length === 0;
  return clause.kind === 'not' && clause.of.kind === 'not';
};

/** The index row carries the access of no source, and says of several subjects only that one of them is meant. */
const isCarriedByTheRow = (asked: ReadRequest, facts: MemoryFacts): boolean => {
  const live = (asked.viewer?.memberships ?? [])
    .filter(({ from, to }) => from <= asked.now && (to === null || asked.now < to))
    .map(({ sourceId }) => sourceId);
  const { source } = facts;
  const isAccessClear =
    source?.workspaceId == null || live.includes(source.sourceId) === live.includes(source.workspaceId);
  return isAccessClear && facts.subjectIds.length <= 1;
};

describe('planRead', () => {
  it('admits every row that decide allows', () => {
    fc.assert(
      fc.property(
        request,
        memory,
        (asked, facts) => !isAllowed(asked, facts) || admits(planRead(asked), facts),
      ),
      { numRuns },
    );
  });

  it('followed by decide gives what decide over all rows gives', () => {
    fc.assert(
      fc.property(request, fc.array(memory, { minLength: 2, maxLength: 3 }), (asked, rows) => {
        const plan = planRead(asked);
        const rechecked = rows.filter((row) => admits(plan, row)).filter((row) => isAllowed(asked, row));
        expect(rechecked).toEqual(rows.filter((row) => isAllowed(asked, row)));
      }),
      { numRuns },
    );
  });

  it('admits no more than decide allows where the row carries the facts', () => {
    fc.assert(
      fc.property(request, memory, (asked, facts) => {
        fc.pre(isCarriedByTheRow(asked, facts) && isKnown(facts));
        return admits(planRead(asked), facts) === isAllowed(asked, facts);
      }),
      { numRuns },
    );
  });

  it('has no empty clause, no clause of one, and no doubled negation', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const plan = planRead(asked);
        return typeof plan === 'string' || !clausesOf(plan).some(isEmpty);
      }),
      { numRuns },
    );
  });

  it('always names the tenant', () => {
    fc.assert(
      fc.property(
        request,
        memory,
        (asked, facts) => facts.tenantId === asked.tenantId || !admits(planRead(asked), facts),
      ),
      { numRuns },
    );
  });
});
