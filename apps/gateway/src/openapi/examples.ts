import type { Json } from './rules.js';

/** Stand for what a platform makes itself: whoever tries an example puts the id in that an answer gave. */
const exampleIds = {
  memory: '0190a0f2-5b1c-7c3e-8d4f-1a2b3c4d5e01',
  entity: '0190a0f2-5b1c-7c3e-8d4f-1a2b3c4d5e02',
  grant: '0190a0f2-5b1c-7c3e-8d4f-1a2b3c4d5e03',
  key: '0190a0f2-5b1c-7c3e-8d4f-1a2b3c4d5e04',
  secret: '0190a0f2-5b1c-7c3e-8d4f-1a2b3c4d5e05',
  alias: '0190a0f2-5b1c-7c3e-8d4f-1a2b3c4d5e09',
  link: '0190a0f2-5b1c-7c3e-8d4f-1a2b3c4d5e06',
} as const;

const place = {
  type: 'group',
  external_id: 'general',
  name: '#general',
  parent: { type: 'workspace', external_id: 'guild-1', name: 'SMP' },
};
const author = { platform_user_id: '222', handle: 'mara', display_name: 'Mara', kind: 'human' };
const sentAt = '2026-05-01T12:00:00Z';
const event = (id: string, type: string, data: Json): Json => ({
  specversion: '1.0',
  id,
  source: '/adaptors/discord',
  type: `kith.${type}.v1`,
  data: { platform: 'discord', ...data },
});
const posted = event('m-1', 'message.posted', {
  message_id: 'm-1',
  text: 'I keep bees',
  sent_at: sentAt,
  source: place,
  author,
});

const mara = { platform: 'discord', platform_user_id: '222' };
const viewer = { viewer_platform: 'discord', viewer_platform_user_id: '222' };

/** Bodies, by operation; each is answered with the success that the document promises. */
export const bodyExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  postV1Events: {
    posted,
    batch: [
      posted,
      event('m-2', 'message.posted', {
        message_id: 'm-2',
        text: 'I play the oboe',
        sent_at: '2026-05-01T12:01:00Z',
        source: place,
        author,
        participants: [{ platform_user_id: '111', handle: 'rain', display_name: 'Rain', role: 'member' }],
      }),
    ],
    edited: event('m-1-edit', 'message.edited', {
      message_id: 'm-1',
      source: place,
      text: 'I keep bees and two goats',
      edited_at: '2026-05-01T12:05:00Z',
    }),
    deleted: event('m-2-deletion', 'message.deleted', {
      message_id: 'm-2',
      source: place,
      deleted_at: '2026-05-01T12:06:00Z',
    }),
    joined: event('j-1', 'participant.joined', {
      source: place,
      participant: { platform_user_id: '333', display_name: 'Ines' },
      role: 'member',
      at: '2026-05-01T12:07:00Z',
    }),
    left: event('l-1', 'participant.left', {
      source: place,
      participant: { platform_user_id: '333' },
      at: '2026-05-01T12:08:00Z',
    }),
    renamed: event('p-1', 'profile.changed', {
      account: { platform_user_id: '222' },
      display_name: 'Mara K',
      at: '2026-05-01T12:09:00Z',
    }),
    place: event('s-1', 'source.changed', {
      source: { ...place, access: 'restricted' },
      at: '2026-05-01T12:10:00Z',
    }),
  },
  postV1Recall: {
    question: {
      viewer: mara,
      source: { platform: 'discord', type: 'group', external_id: 'general' },
      query: 'what do you remember about me?',
    },
    filtered: {
      viewer: mara,
      query: 'what am I up to?',
      filters: { NOT: { memory_type: 'task' }, conversation_id: { ne: 'archive' } },
    },
    typed: { viewer: mara, mode: 'typed', memory_type: 'preference', top_k: 5 },
  },
  postV1MemoriesSearch: { words: { viewer: mara, query: 'bees', filters: { trust: 'fact' } } },
  postV1PolicyExplain: { memory: { viewer: mara, memory_id: exampleIds.memory } },
  postV1Memories: {
    fact: {
      viewer: mara,
      content: 'Prefers short answers',
      memory_type: 'preference',
      metadata: { from: 'settings' },
    },
    read: {
      viewer: mara,
      source: { platform: 'discord', type: 'group', external_id: 'general' },
      content: 'I work as a baker',
      infer: true,
    },
  },
  patchV1MemoriesId: { words: { content: 'Prefers very short answers' } },
  postV1Grants: { always: { memory_id: exampleIds.secret, entity_id: exampleIds.entity } },
  postV1Erasures: { trial: { entity_id: exampleIds.entity, kind: 'both', dry_run: true } },
  postV1IdentityRegister: { guest: { ...mara, first_name: 'Mara', last_name: 'Kovač' } },
  postV1IdentityLinkCodes: { here: mara },
  postV1IdentityLinkCodesConfirm: {
    elsewhere: { platform: 'telegram', platform_user_id: '77', code: '<code>' },
  },
  postV1IdentityVerify: { signed: { ...mara, token: '<token>' } },
  postV1Links: {
    operators: {
      from: mara,
      to: { platform: 'telegram', platform_user_id: '5550' },
      evidence: [{ kind: 'told-on-the-phone', weight: 0.9, detail: 'Mara called the help desk' }],
    },
    clients: { from: mara, to: { platform: 'telegram', platform_user_id: '5551' }, viewer: mara },
  },
  postV1Reviews: {
    denied: { kind: 'misattribution', memory_id: exampleIds.memory, viewer: mara, note: 'That was not me' },
  },
  postV1ReviewsDecide: {
    tried: { verdict: 'reject', kind: 'alias_link', least_confidence: 0.5, dry_run: true },
  },
  postV1ReviewsIdApprove: { noted: { note: 'Both answered the same question' } },
  postV1ReviewsIdReject: { noted: { note: 'They live in different towns' } },
  postV1ReviewsIdUndo: { noted: { note: 'Mixed up with another item' } },
  postV1MaintenanceTask: { dry: { dry_run: true } },
  postV1Keys: {
    adaptor: { name: 'discord adaptor', roles: ['adaptor'] },
    confined: {
      name: 'discord adaptor of slashai',
      roles: ['adaptor'],
      agent_id: 'slashai',
      platform: 'discord',
    },
  },
  patchV1EntitiesId: { called: { name: 'Mara' } },
  postV1EntitiesIdAliases: {
    further: { name: 'Marita' },
    handle: { platform: 'discord', handle: 'marita_b' },
  },
  postV1Tenants: { second: { id: 'acme', name: 'Acme' } },
};

/** Path and query parameters, by operation. */
export const parameterExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  getV1EventsId: { id: 'm-1', source: '/adaptors/discord' },
  getV1Scope: { platform: 'discord', platform_user_id: '222' },
  getV1IdentityWhoami: { platform: 'discord', platform_user_id: '222' },
  postV1Events: { wait: 'indexed', timeout_ms: 10000 },
  postV1Memories: { wait: 'indexed' },
  getV1Memories: { viewer, memory_type: 'preference', limit: 20 },
  getV1MemoriesId: { id: exampleIds.memory, viewer },
  getV1MemoriesIdHistory: { id: exampleIds.memory, viewer },
  patchV1MemoriesId: { id: exampleIds.memory, viewer, wait: 'indexed' },
  deleteV1MemoriesId: { id: exampleIds.memory, viewer, wait: 'accepted' },
  deleteV1Memories: { viewer, filter: { memory_type: 'task' } },
  getV1Grants: { memory_id: exampleIds.memory },
  deleteV1GrantsId: { id: exampleIds.grant },
  getV1Erasures: { limit: 20 },
  deleteV1LinksId: { id: exampleIds.link },
  getV1Reviews: { kind: 'alias_link', status: 'pending', limit: 20 },
  getV1ReviewsId: { id: exampleIds.link },
  postV1ReviewsIdApprove: { id: exampleIds.link },
  postV1ReviewsIdReject: { id: exampleIds.link },
  postV1ReviewsIdUndo: { id: exampleIds.link },
  getV1Users: { viewer, limit: 20 },
  getV1EntitiesId: { id: exampleIds.entity, viewer },
  patchV1EntitiesId: { id: exampleIds.entity, viewer },
  postV1EntitiesIdAliases: { id: exampleIds.entity, viewer },
  deleteV1EntitiesIdAliasesAlias_id: { id: exampleIds.entity, alias_id: exampleIds.alias, viewer },
  getApiAgentsMemories: { user_id: exampleIds.entity },
  getApiAgentsMemoriesSearch: { user_id: exampleIds.entity, q: 'bees' },
  getApiAgentsUsers: { viewer },
  postV1ParkedIdReplay: { id: exampleIds.memory },
  postV1ParkedIdDiscard: { id: exampleIds.memory },
  postV1MaintenanceTask: { task: 'expire', timeout_ms: 30000 },
  getV1MaintenanceReports: { task: 'expire', limit: 20 },
  getV1Keys: { limit: 20 },
  getV1Tenants: { limit: 20 },
  deleteV1KeysId: { id: exampleIds.key },
};
