import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { derivedId, event, messageRecordId, sourceIdOf, type CapturedMemory } from '#domain';
import { eventLogMigrations, PostgresEventLog } from '#event-log';
import { fixedIdKey, testDatabase } from '#testing';
import { awaitsReading, projections, readModelMigrations } from '../index.js';

const at = new Date(Date.UTC(2026, 0, 1, 12));

describe('messages of two tenants with one id', () => {
  let database: Database;
  let log: PostgresEventLog;
  beforeEach(async () => {
    database = await testDatabase([...eventLogMigrations, ...readModelMigrations]);
    log = new PostgresEventLog(database, projections, () => at);
  });
  afterEach(() => database.close());

  const place = (tenantId: string) => sourceIdOf(tenantId, 'chat', 'group', 'quay');
  const record = (tenantId: string) => messageRecordId(fixedIdKey, tenantId, 'chat', place(tenantId), '1');
  const posted = (tenantId: string) =>
    event(
      'MessageRecorded',
      {
        recordId: record(tenantId),
        eventKey: '/test|1',
        agentId: derivedId('agent', tenantId),
        platform: 'chat',
        messageId: '1',
        sourceId: place(tenantId),
        conversationId: null,
        authorId: derivedId('author', tenantId),
        authorType: 'human',
        sentAt: at,
        replyTo: null,
        mentionIds: [],
        roster: [],
        rosterComplete: false,
        confirmed: [],
        confirmedHandles: [],
        confirmedDisplayNames: [],
        newcomers: [],
        receivedAt: at,
        text: 'hello',
      },
      at,
    );
  const write = (tenantId: string, ...events: Parameters<typeof appended>[1][]) =>
    log.write(tenantId, (writer) =>
      writer.append(
        events.map((one) => appended(tenantId, one)),
        { actor: 'test' },
      ),
    );
  const appended = (tenantId: string, one: ReturnType<typeof posted> | ReturnType<typeof edited>) => ({
    stream: `message-${place(tenantId)}+${record(tenantId)}`,
    events: [one],
  });
  const edited = (tenantId: string) =>
    event(
      'MessageEdited',
      {
        eventKey: '/test|2',
        platform: 'chat',
        messageId: '1',
        sourceId: place(tenantId),
        keyId: record(tenantId),
        agentId: null,
        at,
        text: 'hello again',
      },
      at,
    );

  it('are each written by their own tenant alone', async () => {
    await write('one', posted('one'));
    await write('two', posted('two'));
    const row = () =>
      database.query('select xmin::text as written, text from messages where tenant_id = $1', ['two']);
    const before = await row();
    await write('one', edited('one'));
    expect(await row()).toEqual(before);
    const [own] = await database.query('select text from messages where tenant_id = $1', ['one']);
    expect(own).toEqual({ text: 'hello again' });
  });
});

describe('a message that says what its author tells to keep from somebody', () => {
  let database: Database;
  let log: PostgresEventLog;
  beforeEach(async () => {
    database = await testDatabase([...eventLogMigrations, ...readModelMigrations]);
    log = new PostgresEventLog(database, projections, () => at);
  });
  afterEach(() => database.close());

  const recordId = derivedId('message', 'boat');
  const memoryId = derivedId('memory', 'boat');
  const authorId = derivedId('author', 'boat');
  const read = (rank: 0 | 1) =>
    event(
      'MessageRead',
      {
        recordId,
        extractor: 'rules',
        outcomes: [],
        nameKeys: [],
        usedContext: false,
        scope: 'source_shared',
        rank,
        disclosure: 'public',
        withheldFromIds: [],
        setting: null,
      },
      at,
    );
  const posted = event(
    'MessageRecorded',
    {
      recordId,
      eventKey: '/test|boat',
      agentId: derivedId('agent', 'boat'),
      platform: 'chat',
      messageId: 'boat',
      sourceId: derivedId('place', 'boat'),
      conversationId: null,
      authorId,
      authorType: 'human',
      sentAt: at,
      replyTo: null,
      mentionIds: [],
      roster: [],
      rosterComplete: false,
      confirmed: [],
      confirmedHandles: [],
      confirmedDisplayNames: [],
      newcomers: [],
      receivedAt: at,
      text: 'I bought a boat',
    },
    at,
  );
  const said: CapturedMemory = {
    memoryId,
    agentId: null,
    status: 'active',
    speakerId: authorId,
    ownerId: authorId,
    subjectIds: [authorId],
    withheldFromIds: [],
    sourceId: derivedId('place', 'boat'),
    conversationId: null,
    origin: 'extracted',
    evidence: {
      recordId,
      messageId: 'boat',
      eventId: 'boat',
      start: 0,
      end: 15,
      pattern: 'bought',
      observedAt: at,
      setting: null,
    },
    content: 'Bought a boat',
    memoryType: 'context',
    importance: 0.5,
    confidence: 1,
    provenanceConfidence: 1,
    scope: 'source_shared',
    rank: 0,
    sensitivityLabel: 'public',
    portable: true,
    disclosure: 'public',
    expiresAt: null,
    isExpiryGiven: false,
    topic: null,
    value: null,
    metadata: null,
  };
  const captured = event('MemoryCaptured', said, at);
  const kept = event(
    'MemoryReachChanged',
    { memoryId, by: null, withheldFromIds: [derivedId('person', 'rolf')] },
    at,
  );
  const append = (
    stream: string,
    one: typeof posted | ReturnType<typeof read> | typeof captured | typeof kept,
  ) => log.write('default', (writer) => writer.append([{ stream, events: [one] }], { actor: 'test' }));
  const delicate = async () =>
    (await database.query('select sensitivity_rank from messages where record_id = $1', [recordId]))[0];

  it('is told to nobody until it is read again', async () => {
    await append('message-boat', posted);
    await append('message-boat', read(0));
    await append(`memory-${memoryId}`, captured);
    expect(await delicate()).toEqual({ sensitivity_rank: 0 });
    await append(`memory-${memoryId}`, kept);
    expect(await delicate()).toEqual({ sensitivity_rank: 3 });
    expect(await awaitsReading(database, [memoryId])).toBe(true);
    await append('message-boat', read(1));
    expect(await delicate()).toEqual({ sensitivity_rank: 1 });
    expect(await awaitsReading(database, [memoryId])).toBe(false);
  });
});
