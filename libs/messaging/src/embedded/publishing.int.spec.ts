import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { testDatabase } from '#testing';
import { messagingMigrations } from '../messaging-migrations.js';
import { Recorder, series } from '../testing/recorder.js';
import { EmbeddedMessageBus } from './embedded-message-bus.js';
import { storeMessages } from './publishing.js';

describe('publishing by several connections', () => {
  let database: Database;
  let bus: EmbeddedMessageBus;
  beforeEach(async () => {
    database = await testDatabase(messagingMigrations);
    bus = new EmbeddedMessageBus(database, { pollMs: 5 });
    // A server's connections are opened before they are raced.
    await Promise.all(Array.from({ length: 4 }, () => database.query('select pg_sleep(0.1)')));
  });
  afterEach(async () => {
    await bus.close();
    await database.close();
  });

  it('lets no consumer pass the place of a message that is committed late', async () => {
    const recorder = new Recorder();
    const options = {
      name: 'late',
      kind: 'tasks',
      batchSize: 10,
      maxAttempts: 3,
      handle: recorder.handle,
    } as const;
    const consumption = await bus.consume(options);
    let second: Promise<unknown> = Promise.resolve();
    await database.transaction(async (sql) => {
      await storeMessages(sql, series('slow', 1), new Date());
      second = bus.publish(series('quick', 1));
      // Where nothing held it back, the second would be stored and handled by then.
      await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 1_000))]);
    });
    await second;
    await consumption.drained(10_000);
    expect(recorder.texts).toEqual(['slow1', 'quick1']);
  });
});
