import { describe, expect, it } from '@jest/globals';
import { decode } from './codec.js';

const id = (last: number): string => `00000000-0000-5000-8000-00000000000${String(last)}`;
const evidence = {
  recordId: id(2),
  messageId: 'm-1',
  eventId: 'm-1',
  start: 0,
  end: 12,
  pattern: 'living-in',
  observedAt: '2026-05-01T12:00:00.000Z',
};

/** As the first version wrote them. */
const recorded = {
  SourceObserved: {
    sourceId: id(1),
    sourceType: 'group',
    platform: 'chat',
    externalId: 'general',
    parentId: null,
    access: 'open',
    name: '#general',
    at: '2026-05-01T12:00:00.000Z',
  },
  MessageRead: {
    recordId: id(2),
    extractor: 'rules-1',
    outcomes: [{ memoryId: id(3), outcome: 'ADD' }],
    nameKeys: [],
    usedContext: false,
    scope: 'source_shared',
    rank: 0,
    disclosure: 'public',
    withheldFromIds: [],
  },
  MemoryCaptured: {
    memoryId: id(3),
    agentId: id(4),
    status: 'active',
    speakerId: id(5),
    ownerId: id(5),
    subjectIds: [id(5)],
    sourceId: id(1),
    conversationId: null,
    origin: 'extracted',
    evidence,
    withheldFromIds: [],
    content: 'Lives in Oslo',
    memoryType: 'identity',
    importance: 0.6,
    confidence: 0.9,
    provenanceConfidence: 0.9,
    scope: 'source_shared',
    rank: 0,
    sensitivityLabel: 'public',
    portable: true,
    disclosure: 'public',
    expiresAt: null,
    topic: 'home',
    value: 'oslo',
    metadata: null,
  },
  MemoryEvidenced: { memoryId: id(3), evidence },
} as const;

describe('an event of before it was kept how a place stood', () => {
  const read = (type: keyof typeof recorded) =>
    decode({ stream: 's-1', type, schema_version: 1, data: recorded[type] }, () => null).data;

  it.each(['MemoryCaptured', 'MemoryEvidenced'] as const)('%s says that it is not known', (type) =>
    expect(read(type)).toMatchObject({ memoryId: id(3), evidence: { pattern: 'living-in', setting: null } }),
  );
  it('MessageRead says so too', () =>
    expect(read('MessageRead')).toMatchObject({ disclosure: 'public', setting: null }));
  it('nor that a message put another one right', () => {
    const stored = { stream: 's-1', type: 'MessageRead', schema_version: 3 };
    const data = { ...recorded.MessageRead, setting: null };
    expect(decode({ ...stored, data }, () => null).data).toMatchObject({ corrects: [] });
  });
  it('SourceObserved said nothing of what newcomers see', () =>
    expect(read('SourceObserved')).toMatchObject({ access: 'open', history: null }));
});

describe('what somebody was let know, as it was captured before that had an event of its own', () => {
  const stored = {
    ...recorded.MemoryCaptured,
    ownerId: id(6),
    evidence: { ...evidence, pattern: 'told-to' },
  };

  it('is read as shared with its hearer, of nobody knows which memory', () => {
    const { type, data } = decode(
      { stream: 's-1', type: 'MemoryCaptured', schema_version: 1, data: stored },
      () => null,
    );
    expect(type).toBe('MemoryShared');
    expect(data).toMatchObject({ copyOf: null, hearerId: id(6), by: null, content: 'Lives in Oslo' });
    expect(data).not.toHaveProperty('ownerId');
  });
});
