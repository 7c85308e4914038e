import { createHash } from 'node:crypto';
import { defaultKnobs } from '#domain';
import { rules, type Rule } from './rules.js';
import { allowances, denials } from './verdict.js';

/** Raised when a judge changes and its sentence does not. */
const revision = 3;

/** Names the policy in force in explanations and audit lines: another rule, sentence or knob is another version. */
export const versionOf = (list: readonly Pick<Rule, 'ids' | 'sentence' | 'spares'>[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        revision,
        list.map(({ ids, sentence, spares }) => [ids, sentence, spares]),
        denials,
        allowances,
        defaultKnobs,
      ]),
    )
    .digest('hex')
    .slice(0, 12);

export const policyVersion: string = versionOf(rules);
