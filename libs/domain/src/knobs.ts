import { z } from 'zod';

/** Every knob of the policy with its strictest default. Keys are the names of `kith.config.yaml`. */
export const knobsSchema = z.strictObject({
  'privacy.personal_in_group': z.enum(['subject_asking', 'subject_present']).default('subject_asking'),
  'privacy.sensitive_in_group': z.enum(['never', 'subject_present']).default('never'),
  'privacy.dm_third_party': z.enum(['conversation_private', 'portable']).default('conversation_private'),
  'privacy.legacy_fail_open': z.boolean().default(true),
  'privacy.public_facts_travel': z.enum(['shared_contacts', 'anywhere', 'never']).default('shared_contacts'),
  'privacy.own_word_replaces_hearsay': z.enum(['anywhere', 'same_source']).default('anywhere'),
  'privacy.leavers_keep_memory': z.boolean().default(false),
  'privacy.default_scope_dm': z.enum(['private_subject', 'source_shared']).default('private_subject'),
  'privacy.default_scope_group': z.enum(['private_subject', 'source_shared']).default('source_shared'),
  // Kept for those who set it: the filter cannot be loosened, and who asks for that is told so at the start.
  'privacy.enforce_strict_filters': z
    .literal(true, { error: 'must be true: filters cannot be loosened' })
    .default(true),
  'identity.mode': z.enum(['single_user', 'multi_user']).default('multi_user'),
  /** Surer than this, and proven, two accounts are linked by themselves. */
  'identity.auto_link_threshold': z.number().min(0).max(1).default(0.9),
  /** Surer than this, a person is asked; less sure, nobody is. */
  'identity.require_review_threshold': z.number().min(0).max(1).default(0.6),
  'gate.require_verified': z.boolean().default(false),
  'gate.message': z.string().max(4096).default(''),
});
export type Knobs = Readonly<z.output<typeof knobsSchema>>;
export const defaultKnobs: Knobs = knobsSchema.parse({});
