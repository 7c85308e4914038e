import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { derivedId, event, messageRecordId, sourceIdOf } from '#domain';
import { eventLogMigrations, PostgresEventLog } from '#event-log';
import { fixedIdKey, testDatabase } from '#testing';
import { projections, readModelMigrations } from '../index.js';

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
