import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServerUrl } from '#config';
import type { Database } from '#database';
import { derivedId, event } from '#domain';
import { testDatabase } from '#testing';
import { eventLogMigrations, PostgresEventLog, type Subscription } from './index.js';

describe('a subscription that several processes have', () => {
  if (testServerUrl() === undefined) {
    it('is tried where KITH_TEST_DATABASE_URL names a server', () => expect(testServerUrl()).toBeUndefined());
    return;
  }
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase(eventLogMigrations);
  });
  afterAll(() => database.close());

  const heard: string[] = [];
  const subscribed = (process: string): Promise<Subscription> =>
    new PostgresEventLog(database, [], () => new Date()).subscribe({
      name: 'shared',
      types: ['MemoryRestored'],
      batchSize: 2,
      handle: (events) => {
        heard.push(...events.map(({ stream }) => `${process} ${stream}`));
        return Promise.resolve();
      },
      onError: (error) => heard.push(String(error)),
    });
  const append = async (from: number, to: number): Promise<readonly string[]> => {
    const log = new PostgresEventLog(database, [], () => new Date());
    const streams: string[] = [];
    for (let index = from; index < to; index += 1) {
      const memoryId = derivedId('shared', String(index));
      streams.push(`memory-${memoryId}`);
      const events = [event('MemoryRestored', { memoryId }, new Date('2026-05-01T12:00:00Z'))];
      await log.write('t1', (writer) =>
        writer.append([{ stream: `memory-${memoryId}`, events }], { actor: 'test' }),
      );
    }
    return streams;
  };

  it('is read by one of them, and on from there by the other when that one stops', async () => {
    const first = await subscribed('one');
    const before = await append(0, 5);
    await first.caughtUp(10_000);
    const second = await subscribed('two');
    const meanwhile = await append(5, 10);
    await first.caughtUp(10_000);
    await second.caughtUp(10_000);
    expect(heard).toEqual([...before, ...meanwhile].map((stream) => `one ${stream}`));
    await first.stop();
    const after = await append(10, 15);
    await second.caughtUp(10_000);
    expect(heard.slice(10)).toEqual(after.map((stream) => `two ${stream}`));
    await second.stop();
  }, 30_000);

  it('tells whoever would rebuild the store that it is followed, and not after it stopped or died', async () => {
    const log = new PostgresEventLog(database, [], () => new Date());
    expect(await log.isFollowed()).toBe(false);
    const reading = await subscribed('alive');
    await reading.caughtUp(10_000);
    expect(await log.isFollowed()).toBe(true);
    await reading.stop();
    expect(await log.isFollowed()).toBe(false);
    await database.query(
      `update checkpoints set lease_owner = gen_random_uuid(), lease_until = now() + interval '400 milliseconds' where name = 'shared'`,
    );
    expect(await log.isFollowed()).toBe(false);
  }, 30_000);
});
