import type { Knobs } from '#domain';

export type Knob = keyof Knobs;

/** Why a row is withheld, by rule id. Texts name no person, place or value: they are shown and logged. */
export const denials = {
  gated: 'the viewer has not verified who they are',
  'other-tenant': 'the memory belongs to another tenant',
  'other-agent': 'the memory belongs to another agent',
  'not-active':
    'the memory is not active, has expired, or was not known then, and is not listed by its status to those it may be',
  'unknown-viewer': 'the viewer did not resolve to an entity',
  'unknown-value': 'a scope, sensitivity, disclosure, source type, access or history is not a known word',
  'secret-needs-grant': 'a secret is told only in private, to a viewer with a live grant',
  'conversation-private': 'it stays in the conversation in which it was told',
  withheld: 'it is kept from somebody who would read it',
  'not-portable': 'it matters only in the place where it was learned',
  'out-of-scope': 'its scope does not reach this viewer here',
  'not-a-participant': 'the viewer does not read this place',
  'dm-stays-private': 'it was learned in a direct message and others would read it here',
  sensitivity: 'it is too sensitive for this viewer or for these readers',
  'dm-context': 'it is about somebody else and the viewer did not hear it',
} as const satisfies Record<string, string>;
export type Denial = keyof typeof denials;

/** What let a row through, by rule id. */
export const allowances = {
  'operator-inspects': 'an operator inspects the store; the read is audited',
  'self-service': 'people may list, export and forget what is held with them as subject or speaker',
  'system-is-for-agents': 'system memories are for agents and operators',
  'global-is-for-all': 'global memories are for everybody in the tenant',
  'own-memory': 'the viewer is a subject, the owner or the speaker',
  'same-place': 'it was learned in this place',
  'workspace-shares-open':
    'it was learned in an open source of this workspace, of which the viewer is a member',
  'own-in-private': 'the viewer is a subject, the owner or the speaker, and reads it alone',
  'heard-in-private': 'the viewer was present when it was said, or may scroll up to it, and reads it alone',
  'own-fact-travels': 'the viewer is a subject of it',
  'shared-contacts':
    'it is public, belongs to no workspace, and every reader shares a source with its subjects',
  'public-travels': 'it is public, belongs to no workspace, and public facts travel anywhere',
  'legacy-fails-open': 'it was imported without a source and is public',
} as const satisfies Record<string, string>;
export type Allowance = keyof typeof allowances;

export type RuleId = Denial | Allowance;

export interface Verdict {
  readonly decision: 'allow' | 'deny';
  readonly rule: RuleId;
  readonly reason: string;
  /** Knobs of which another value would have led to another rule. */
  readonly knobs: readonly Knob[];
}

/** What one rule makes of one row: nothing, a denial, or (the scope rule) what lets it through. */
export interface Finding {
  readonly rule: RuleId | null;
  readonly knobs: readonly Knob[];
}

const none: readonly Knob[] = [];
export const passes: Finding = { rule: null, knobs: none };
export const passesBy = (knob: Knob): Finding => ({ rule: null, knobs: [knob] });
export const denies = (rule: Denial, knobs: readonly Knob[] = none): Finding => ({ rule, knobs });
export const lets = (rule: Allowance, knobs: readonly Knob[] = none): Finding => ({ rule, knobs });
export const isDenial = (rule: RuleId): rule is Denial => rule in denials;
