export * from './condition.js';
export * from './decide.js';
export * from './plan.js';
export * from './request.js';
export { type Verdict } from './verdict.js';
export { policyVersion } from './version.js';
