import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testNatsUrl } from '#config';
import { done, Recorder, series, text } from '../testing/recorder.js';
import { until } from '../testing/until.js';
import { connectNats, type Nats } from './connect-nats.js';
import { JetStreamMessageBus } from './jetstream-message-bus.js';
import { throwAway } from './testing/throw-away.js';

const url = testNatsUrl();
const root = `kith-test-sweep-${String(process.pid)}`;

describe('sweeping streams', () => {
  if (url === undefined) {
    it('is tried where KITH_TEST_NATS_URL names a server', () => expect(url).toBeUndefined());
    return;
  }
  let nats: Nats;
  let bus: JetStreamMessageBus;
  beforeAll(async () => {
    nats = await connectNats({ url, name: 'sweeping' });
    bus = await JetStreamMessageBus.open(nats, { root, retryDelays: [10, 20], leaseMs: 3_000 });
  });
  afterAll(async () => {
    await bus.close();
    await throwAway(nats, root);
    await nats.nc.close();
  });

  const held = async (tenantId: string): Promise<readonly string[]> => {
    const bodies: string[] = [];
    for await (const { body } of bus.held(tenantId)) bodies.push(Buffer.from(body).toString());
    return bodies.sort();
  };
  const [{ tenantId } = { tenantId: '' }] = series('a', 1);

  it('lets go of what everybody settled, and of nothing that waits, is delayed, or is parked', async () => {
    await bus.publish([...series('a', 3), ...series('b', 3), ...series('f', 1, 'facts')]);
    await bus.sweep();
    expect(await held(tenantId)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'f1']);
    const recorder = new Recorder((delivery) => {
      if (text(delivery) === 'a2') return { kind: 'park', cause: 'broken' };
      return text(delivery) === 'b2' ? { kind: 'retry', after: 60_000, cause: 'later' } : done;
    });
    const handling = { kind: 'tasks', batchSize: 10, maxAttempts: 3, handle: recorder.handle } as const;
    const one = await bus.consume({ name: 'sweep-one', ...handling });
    await one.drained(10_000);
    const left = ['a2', 'b2', 'b3', 'f1'];
    await until(
      async () => {
        await bus.sweep();
        return held(tenantId);
      },
      (bodies) => bodies.length === left.length,
    );
    expect(await held(tenantId)).toEqual(left);
    expect(await held('another')).toEqual([]);
    const [parked] = await bus.parked({ tenantId, limit: 10 });
    if (parked) await bus.discardParked(tenantId, parked);
    expect(await held(tenantId)).toEqual(['b2', 'b3', 'f1']);
  });

  it('keeps what one of several consumers has still to handle', async () => {
    const [slow, quick] = [new Recorder(), new Recorder()];
    const of = (name: string, recorder: Recorder) =>
      bus.consume({ name, kind: 'facts', batchSize: 10, maxAttempts: 3, handle: recorder.handle });
    await (await of('sweep-slow', slow)).stop();
    const before = slow.texts.length;
    await bus.publish(series('g', 2, 'facts'));
    const consumption = await of('sweep-quick', quick);
    await consumption.drained(10_000);
    await bus.sweep();
    expect(await held(tenantId)).toEqual(expect.arrayContaining(['g1', 'g2']));
    const again = await of('sweep-slow', slow);
    await again.drained(10_000);
    await bus.sweep();
    expect(slow.texts.slice(before)).toEqual(expect.arrayContaining(['g1', 'g2']));
    expect((await held(tenantId)).filter((body) => body.startsWith('g'))).toEqual([]);
  });
});
