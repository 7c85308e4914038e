import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { testDatabase } from '#testing';
import type { Consumption } from '../message-bus.js';
import { messagingMigrations } from '../messaging-migrations.js';
import { done, Recorder, series, text } from '../testing/recorder.js';
import { until } from '../testing/until.js';
import { EmbeddedMessageBus } from './embedded-message-bus.js';

describe('sweeping of the embedded bus', () => {
  let database: Database;
  let bus: EmbeddedMessageBus;
  beforeEach(async () => {
    database = await testDatabase(messagingMigrations);
    bus = new EmbeddedMessageBus(database, { pollMs: 20 });
  });
  afterEach(async () => {
    await bus.close();
    await database.close();
  });

  const consume = (name: string, recorder: Recorder): Promise<Consumption> =>
    bus.consume({ name, kind: 'tasks', batchSize: 10, maxAttempts: 3, handle: recorder.handle });
  const stored = async (): Promise<readonly string[]> => {
    const rows = await database.query<{ body: Uint8Array }>(
      'select body from bus_messages order by sequence',
    );
    return rows.map((row) => text(row));
  };

  it('deletes what every consumer handled and keeps what is parked for one', async () => {
    const first = await consume('first', new Recorder());
    const parking = new Recorder((delivery) =>
      text(delivery) === 'a2' ? { kind: 'park', cause: 'broken' } : done,
    );
    const second = await consume('second', parking);
    await bus.publish([...series('a', 3), ...series('b', 2)]);
    await Promise.all([first.drained(10_000), second.drained(10_000)]);
    expect(await until(stored, (bodies) => bodies.length === 1)).toEqual(['a2']);
    const [parked] = await bus.parked({ consumer: 'second', limit: 10 });
    if (!parked) throw new Error('one is parked');
    await bus.discardParked('default', parked);
    expect(await stored()).toEqual([]);
  });

  it('keeps what a registered consumer has not seen, even while it is away', async () => {
    await (await consume('away', new Recorder())).stop();
    const here = await consume('here', new Recorder());
    await bus.publish(series('a', 3));
    await here.drained(10_000);
    expect(await stored()).toEqual(['a1', 'a2', 'a3']);
    const back = new Recorder();
    await (await consume('away', back)).drained(10_000);
    expect(back.texts).toEqual(['a1', 'a2', 'a3']);
  });
});
