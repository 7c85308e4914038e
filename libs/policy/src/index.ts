export * from './condition.js';
export * from './decide.js';
export * from './plan.js';
export * from './request.js';
export { rules, type Rule, type Spared } from './rules.js';
export {
  allowances,
  denials,
  type Allowance,
  type Denial,
  type Knob,
  type RuleId,
  type Verdict,
} from './verdict.js';
export { policyVersion } from './version.js';
