/** The closed vocabularies of the model. An unknown word is an error at the border, and denies inside. */
export const entityTypes = ['human', 'agent', 'org', 'system', 'unknown'] as const;
export type EntityType = (typeof entityTypes)[number];

export const sourceTypes = ['dm', 'group', 'thread', 'workspace'] as const;
export type SourceType = (typeof sourceTypes)[number];

export const sourceAccesses = ['open', 'restricted'] as const;
export type SourceAccess = (typeof sourceAccesses)[number];

/** What a newcomer may scroll up to: everything, or what was said since they joined. */
export const sourceHistories = ['visible', 'since_joining'] as const;
export type SourceHistory = (typeof sourceHistories)[number];

export const participantRoles = ['member', 'owner', 'agent', 'observer'] as const;
export type ParticipantRole = (typeof participantRoles)[number];

export const memoryTypes = [
  'preference',
  'identity',
  'relationship',
  'knowledge',
  'decision',
  'goal',
  'context',
  'task',
  'event',
  'observation',
] as const;
export type MemoryType = (typeof memoryTypes)[number];

export const memoryStatuses = [
  'active',
  'pending',
  'superseded',
  'expired',
  'forgotten',
  'archived',
] as const;
export type MemoryStatus = (typeof memoryStatuses)[number];

export const visibilityScopes = ['private_subject', 'source_shared', 'global_shared', 'system'] as const;
export type VisibilityScope = (typeof visibilityScopes)[number];

export const disclosures = ['public', 'conversation_private'] as const;
export type Disclosure = (typeof disclosures)[number];

export const trusts = ['fact', 'hearsay', 'unknown'] as const;
export type Trust = (typeof trusts)[number];

export const sensitivities = [0, 1, 2, 3] as const;
export type Sensitivity = (typeof sensitivities)[number];

/** Both label sets of the field, and the sensitivity each stands for. The label is stored as given. */
export const sensitivityOfLabel = {
  public: 0,
  normal: 0,
  personal: 1,
  sensitive: 2,
  restricted: 2,
  secret: 3,
} as const satisfies Record<string, Sensitivity>;
export type SensitivityLabel = keyof typeof sensitivityOfLabel;
export const sensitivityLabels = Object.keys(sensitivityOfLabel) as readonly SensitivityLabel[];

export const labelOfSensitivity = [
  'public',
  'personal',
  'sensitive',
  'secret',
] as const satisfies readonly SensitivityLabel[];

const day = 86_400_000;

/** Milliseconds a memory of this type lives from observed_at; null never expires. */
const lifetimeOf = {
  preference: null,
  identity: null,
  relationship: null,
  knowledge: null,
  decision: null,
  goal: null,
  context: 7 * day,
  task: 14 * day,
  event: 30 * day,
  observation: 3 * day,
} as const satisfies Record<MemoryType, number | null>;

/** When a memory of this type, observed then, stops being true by itself. */
export const expiryOf = (type: MemoryType, observedAt: Date): Date | null => {
  const lifetime = lifetimeOf[type];
  return lifetime === null ? null : new Date(observedAt.getTime() + lifetime);
};
