import { caseOf, requestFacts, type Case } from './request-facts.js';
import { rules, type Spared } from './rules.js';
import { mayReachContacts } from './scope.js';
import {
  allowances,
  denials,
  isDenial,
  type Allowance,
  type Knob,
  type RuleId,
  type Verdict,
} from './verdict.js';
import type { MemoryFacts, ReadRequest } from './request.js';

const sparedAs = ({ asked, isSubject, isSpeaker }: Case): Spared | null => {
  if (asked.isInspection) return 'inspecting operator';
  return asked.isSelfService && (isSubject || isSpeaker) ? 'self-service' : null;
};

const allowanceOf = {
  'inspecting operator': 'operator-inspects',
  'self-service': 'self-service',
} as const satisfies Record<Spared, Allowance>;

const verdictOf = (rule: RuleId, knobs: readonly Knob[]): Verdict =>
  isDenial(rule)
    ? { decision: 'deny', rule, reason: denials[rule], knobs }
    : { decision: 'allow', rule, reason: allowances[rule], knobs };

/**
 * May this row be part of an answer to this request? Total: any row and any request get a verdict, and facts that are
 * absent satisfy nothing. It does not know the gate (which comes before) nor relevance (which comes after).
 */
export const decide = (request: ReadRequest, memory: MemoryFacts): Verdict => {
  const row = caseOf(requestFacts(request), memory);
  const spared = sparedAs(row);
  // Nobody is let through before a rule says yes.
  let rule: RuleId = spared === null ? 'out-of-scope' : allowanceOf[spared];
  let knobs: readonly Knob[] = [];
  for (const { spares, judge } of rules) {
    if (spared !== null && spares.includes(spared)) continue;
    const finding = judge(row);
    if (finding.knobs.length > 0) knobs = [...new Set([...knobs, ...finding.knobs])];
    if (finding.rule === null) continue;
    rule = finding.rule;
    if (isDenial(rule)) break;
  }
  return verdictOf(rule, knobs);
};

/** Whether the verdict on this row may rest on who is a contact of every reader: of others nobody need be asked. */
export const asksForContacts = (request: ReadRequest, memory: MemoryFacts): boolean =>
  mayReachContacts(caseOf(requestFacts(request), memory));
