import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { derivedId, event, messageRecordId, nameKeyOf, sourceIdOf, type KithEvent } from '#domain';
import { statement } from '../../../domain/src/testing/memories.js';
import { eventLogMigrations, PostgresEventLog } from '#event-log';
import { fixedIdKey, testDatabase } from '#testing';
import { freshRows, projections, readModelMigrations, touchedNow } from '../index.js';

const at = new Date(Date.UTC(2026, 0, 1, 12));

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
const write = (tenantId: string, ...events: readonly KithEvent[]) =>
  log.write(tenantId, (writer) =>
    writer.append(
      events.map((one) => ({ stream: `test-${one.type}`, events: [one] })),
      { actor: 'test' },
    ),
  );
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

describe('messages of two tenants with one id', () => {
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
  const { recordId, authorId, sourceId } = posted('default').data;
  const { memoryId, ...said } = statement({ speakerId: authorId, ownerId: authorId, sourceId });
  const captured = { ...said, memoryId, evidence: { ...said.evidence, recordId } };
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
        corrects: [],
      },
      at,
    );
  const delicate = async () =>
    (await database.query('select sensitivity_rank from messages where record_id = $1', [recordId]))[0];

  it('is told to nobody until it is read again', async () => {
    const withheldFromIds = [derivedId('person', 'rolf')];
    await write('default', posted('default'), read(0), event('MemoryCaptured', captured, at));
    expect(await delicate()).toEqual({ sensitivity_rank: 0 });
    await write('default', event('MemoryReachChanged', { memoryId, by: null, withheldFromIds }, at));
    expect(await delicate()).toEqual({ sensitivity_rank: 3 });
    const awaits = async () => (await touchedNow(database, [memoryId], [])).map((row) => row.awaits_reading);
    expect(await awaits()).toEqual([false, true]);
    await write('default', read(1));
    expect(await delicate()).toEqual({ sensitivity_rank: 1 });
    expect(await awaits()).toEqual([false]);
  });

  /** Of a confidence that was kept from a Marek whom nobody knew. */
  const known = (handle: string, displayName: string | null) =>
    event(
      'AccountRegistered',
      {
        entityId: derivedId('account', handle),
        entityType: 'human',
        platform: 'chat',
        platformUserId: handle,
        handle,
        displayName,
        at,
      },
      at,
    );
  const keptFrom = async () =>
    [...(await freshRows(database, 'default', [memoryId, recordId])).values()].map(
      ({ facts }) => facts.withheldFromIds,
    );

  it.each([
    ['by the name shown', known('mk77', 'Marek Novak'), 'mk77'],
    ['by the handle', known('marek', null), 'marek'],
  ])(
    'is kept from who comes to be known by a name in it, %s, until it is read again',
    async (_how, newcomer, id) => {
      const readPrivately = event(
        'MessageRead',
        {
          ...read(0).data,
          disclosure: 'conversation_private',
          nameKeys: [nameKeyOf('default', 'marek')],
        },
        at,
      );
      const confidence = event('MemoryCaptured', { ...captured, disclosure: 'conversation_private' }, at);
      await write('default', posted('default'), readPrivately, confidence);
      await write('default', known('ida', 'Ida Marecek'));
      expect(await keptFrom()).toEqual([[], []]);
      await write('default', newcomer);
      expect(await keptFrom()).toEqual([[derivedId('account', id)], [derivedId('account', id)]]);
      await write('default', readPrivately);
      expect(await keptFrom()).toEqual([[], []]);
    },
  );
});
