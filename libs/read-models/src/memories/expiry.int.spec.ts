import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { derivedId, event, expiryOf, type CapturedMemory, type Evidence } from '#domain';
import { eventLogMigrations, PostgresEventLog } from '#event-log';
import { testDatabase } from '#testing';
import { projections, readModelMigrations } from '../index.js';

const tenantId = 'default';
const day = (number: number): Date => new Date(Date.UTC(2026, 4, number));
const speakerId = derivedId('expiry', 'speaker');
const evidence = (eventId: string, observedAt: Date): Evidence => ({
  recordId: null,
  messageId: null,
  eventId,
  start: 0,
  end: 0,
  pattern: 'test',
  observedAt,
  setting: null,
});

describe('the expiry of a memory that is said again', () => {
  let database: Database;
  let log: PostgresEventLog;
  beforeAll(async () => {
    database = await testDatabase([...eventLogMigrations, ...readModelMigrations]);
    log = new PostgresEventLog(database, projections, () => day(9));
  });
  afterAll(() => database.close());

  const saidTwice = async (name: string, given: Pick<CapturedMemory, 'expiresAt' | 'isExpiryGiven'>) => {
    const memoryId = derivedId('expiry', name);
    const captured: CapturedMemory = {
      memoryId,
      agentId: null,
      status: 'active',
      speakerId,
      ownerId: speakerId,
      subjectIds: [speakerId],
      withheldFromIds: [],
      sourceId: null,
      conversationId: null,
      origin: 'remembered',
      evidence: evidence('first', day(1)),
      content: 'Is painting the boathouse',
      memoryType: 'context',
      importance: 0.5,
      confidence: 1,
      provenanceConfidence: 1,
      scope: 'source_shared',
      rank: 0,
      sensitivityLabel: 'public',
      portable: true,
      disclosure: 'public',
      ...given,
      topic: null,
      value: null,
      metadata: null,
    };
    const again = { memoryId, evidence: evidence('second', day(5)) };
    const events = [event('MemoryCaptured', captured, day(1)), event('MemoryEvidenced', again, day(5))];
    await log.write(tenantId, (writer) =>
      writer.append([{ stream: `memory-${memoryId}`, events }], { actor: 'test' }),
    );
    const expiry = async (): Promise<Date | null | undefined> =>
      (
        await database.query<{ expires_at: Date | null }>(
          'select expires_at from memories where memory_id = $1',
          [memoryId],
        )
      )[0]?.expires_at;
    const told = await expiry();
    await log.rebuild(() => undefined);
    expect(await expiry()).toEqual(told);
    return told;
  };

  it('moves with it where nobody gave one, though the default was another when it was written', async () => {
    expect(await saidTwice('by a default of then', { expiresAt: day(3), isExpiryGiven: false })).toEqual(
      expiryOf('context', day(5)),
    );
  });

  it('stays where somebody gave it, though it is what the default would be', async () => {
    const given = expiryOf('context', day(1));
    expect(await saidTwice('as by default', { expiresAt: given, isExpiryGiven: true })).toEqual(given);
  });
});
