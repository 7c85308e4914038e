import { reviewVerdicts, type filterFields } from '#contracts';
import { erasureKinds, memoryTypes, trusts, visibilityScopes } from '#domain';

export type Json = Readonly<Record<string, unknown>>;

const text = { type: 'string', maxLength: 1024, pattern: '^[^\\u0000]*$' };
const uuid = { type: 'string', format: 'uuid' };
const instant = { type: 'string', format: 'date-time' };
const oneOfWords = (words: readonly string[]): Json => ({ type: 'string', enum: words });

/** A value itself, or a test of the field: every operator that it takes. */
const tested = (value: Json, more: Readonly<Record<string, Json>> = {}): Json => ({
  anyOf: [
    value,
    {
      type: 'object',
      minProperties: 1,
      additionalProperties: false,
      properties: {
        eq: value,
        ne: value,
        in: { type: 'array', items: value, maxItems: 1000 },
        ...more,
      },
    },
  ],
});
const ordered = (value: Json): Readonly<Record<string, Json>> => ({
  gt: value,
  gte: value,
  lt: value,
  lte: value,
});

const fieldTests: Readonly<Record<(typeof filterFields)[number], Json>> = {
  speaker_entity_id: tested(uuid),
  subject_entity_id: tested(uuid, { contains: uuid }),
  source_id: tested(uuid),
  conversation_id: tested(text, { contains: { ...text, description: 'A part of it, letter for letter.' } }),
  memory_type: tested(oneOfWords(memoryTypes)),
  visibility_scope: tested(oneOfWords(visibilityScopes)),
  trust: tested(oneOfWords(trusts)),
  observed_at: tested(instant, ordered(instant)),
};

const filter = { $ref: '#/components/schemas/Filter' };
const scalar = { anyOf: [text, { type: 'number' }, { type: 'boolean' }] };
const bound = { anyOf: [text, { type: 'number' }] };

const filterRule: Json = {
  type: 'object',
  description:
    'Several keys are AND. A field takes a value, or tests: eq, ne, in; observed_at and metadata gt, gte, lt, lte; subject_entity_id, conversation_id (a part of it) and metadata contains. NOT turns one filter around: {"NOT": {"memory_type": "task"}} is everything but tasks, and what has no such field passes it. An empty list matches nothing. At most eight deep.',
  additionalProperties: false,
  properties: {
    ...fieldTests,
    AND: { type: 'array', items: filter, maxItems: 100, description: 'All of these.' },
    OR: { type: 'array', items: filter, maxItems: 100, description: 'One of these.' },
    NOT: { ...filter, description: 'Everything that this filter does not let through.' },
  },
  patternProperties: {
    '^metadata\\.[A-Za-z0-9_-]{1,64}$': tested(scalar, { ...ordered(bound), contains: scalar }),
  },
  examples: [{ NOT: { memory_type: 'task' } }, { conversation_id: { contains: 'deploy' } }],
};

const required = (...names: readonly string[]): Json => ({ required: names });
const without = (...names: readonly string[]): Json => ({
  not: { anyOf: names.map((name) => required(name)) },
});

/**
 * What the validator asks beyond the shape, by schema: JSON Schema that is merged into what is generated. Whoever changes
 * a `refine` changes it here; Schemathesis holds the two against each other.
 */
export const schemaRules: Readonly<Record<string, Json>> = {
  EntityRef: {
    description:
      'Somebody: by entity_id (or user_id), or by platform and platform_user_id, in one way alone.',
    anyOf: [
      { ...required('entity_id'), ...without('user_id', 'platform_user_id') },
      { ...required('user_id'), ...without('entity_id', 'platform_user_id') },
      { ...required('platform', 'platform_user_id'), ...without('entity_id', 'user_id') },
    ],
  },
  SourceRef: {
    description: 'A place: by source_id, or by platform, type and external_id.',
    anyOf: [required('source_id'), required('platform', 'type', 'external_id')],
  },
  Filter: filterRule,
  postV1RecallBody: {
    // As platforms are unless they are told otherwise: with a single user nobody has to be named.
    ...required('viewer'),
    anyOf: [
      {
        ...required('query'),
        properties: {
          query: { type: 'string', pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$' },
          mode: { const: 'hybrid' },
        },
      },
      { ...required('mode'), properties: { mode: { enum: ['recent', 'important'] } } },
      {
        ...required('mode', 'memory_type'),
        properties: { mode: { const: 'typed' }, memory_type: { enum: memoryTypes } },
      },
    ],
  },
  postV1MemoriesBody: { anyOf: [required('viewer'), required('speaker')] },
  patchV1MemoriesIdBody: { minProperties: 1 },
  postV1ErasuresBody: {
    anyOf: [
      { ...required('kind', 'source_id'), properties: { kind: { const: 'source' } } },
      {
        ...required('kind', 'entity_id'),
        ...without('source_id'),
        properties: { kind: { enum: erasureKinds.filter((kind) => kind !== 'source') } },
      },
    ],
  },
  postV1EntitiesIdAliasesBody: {
    anyOf: [
      { ...required('name'), ...without('handle', 'display_name') },
      { ...required('handle'), ...without('name', 'display_name') },
      { ...required('display_name'), ...without('name', 'handle') },
    ],
  },
  postV1ReviewsDecideBody: {
    anyOf: [
      { ...required('verdict', 'ids'), ...without('kind') },
      {
        ...required('verdict', 'kind'),
        ...without('ids'),
        properties: { verdict: { enum: reviewVerdicts.filter((verdict) => verdict !== 'undo') } },
      },
    ],
  },
  postV1KeysBody: {
    anyOf: [
      { properties: { roles: { items: { enum: ['adaptor', 'client'] } } } },
      without('agent_id', 'platform'),
    ],
  },
};

const notBlank = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$';
/** One line without brackets and without characters that are not shown: JSON Schema has no word for that. */
const personName = { format: 'kith-name' };

/** The same for single fields, by `Schema.field`. */
export const fieldRules: Readonly<Record<string, Json>> = {
  'postV1MemoriesBody.content': { pattern: notBlank, maxLength: 32_768 },
  'patchV1MemoriesIdBody.content': { pattern: notBlank, maxLength: 32_768 },
  'postV1EventsBody.text': { maxLength: 32_768 },
  'postV1KeysBody.name': { pattern: notBlank },
  'postV1KeysBody.roles': { uniqueItems: true },
  'postV1IdentityRegisterBody.first_name': personName,
  'postV1IdentityRegisterBody.last_name': personName,
  'postV1EntitiesIdAliasesBody.name': personName,
  'postV1EntitiesIdAliasesBody.handle': personName,
  'postV1EntitiesIdAliasesBody.display_name': personName,
  'patchV1EntitiesIdBody.name': {
    anyOf: [{ type: 'string', maxLength: 128, ...personName }, { type: 'null' }],
  },
  'getApiAgentsMemoriesSearch.q': { pattern: notBlank },
  // Opaque: an answer’s next_cursor, as it was given.
  'getV1Memories.cursor': { format: 'kith-cursor' },
  'postV1MemoriesBody.metadata': { additionalProperties: { $ref: '#/components/schemas/Anything' } },
  'patchV1MemoriesIdBody.metadata': { additionalProperties: { $ref: '#/components/schemas/Anything' } },
};

/** Fields that the validator takes and the document does not show, for they are said elsewhere. */
export const hiddenFields: Readonly<Record<string, readonly string[]>> = {
  // A move has a role of its own beside whom it is about.
  'postV1EventsBody.participant': ['role'],
};

/** Any JSON that can be kept: no text in it has a NUL. */
export const anything: Json = {
  description: 'Any JSON without the character NUL, at most 60 deep.',
  anyOf: [
    { type: ['null', 'boolean', 'number'] },
    { type: 'string', pattern: '^[^\\u0000]*$' },
    { type: 'array', items: { $ref: '#/components/schemas/Anything' } },
    {
      type: 'object',
      propertyNames: { pattern: '^[^\\u0000]*$' },
      additionalProperties: { $ref: '#/components/schemas/Anything' },
    },
  ],
};

/** Query parameters that go together, or exclude each other: each group is one object, sent as plain parameters. */
export const parameterGroups: readonly {
  readonly name: string;
  readonly of: readonly string[];
  readonly description: string;
  readonly variants: readonly (readonly string[])[];
}[] = [
  {
    name: 'viewer',
    of: ['viewer_id', 'viewer_platform', 'viewer_platform_user_id'],
    description:
      'Who asks, as plain query parameters: viewer_id, or viewer_platform with viewer_platform_user_id. Only an operator may leave it out.',
    variants: [['viewer_id'], ['viewer_platform', 'viewer_platform_user_id'], []],
  },
  {
    name: 'place',
    of: ['viewer_source_id', 'viewer_source_platform', 'viewer_source_type', 'viewer_source_external_id'],
    description:
      'Where the answer is given, as plain query parameters: viewer_source_id, or platform, type and external id. Absent: a private conversation.',
    variants: [
      ['viewer_source_id'],
      ['viewer_source_platform', 'viewer_source_type', 'viewer_source_external_id'],
      [],
    ],
  },
];

/** Query parameters of which one at least is required. */
export const oneRequired: Readonly<
  Record<string, { readonly name: string; readonly of: readonly string[] }>
> = {
  deleteV1Memories: {
    name: 'filter',
    of: [
      'user_id',
      'subject_id',
      'speaker_id',
      'memory_type',
      'source_id',
      'visibility_scope',
      'trust',
      'status',
    ],
  },
};
