import { jetstream } from '@nats-io/jetstream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { testNatsUrl } from '#config';
import { startScript } from '#testing';
import { partitionOf } from '../partition.js';
import { Recorder, series, text } from '../testing/recorder.js';
import { until } from '../testing/until.js';
import { brokerNames, durableOf } from '../topology.js';
import { connectNats, type Nats } from './connect-nats.js';
import { JetStreamMessageBus } from './jetstream-message-bus.js';
import { throwAway } from './testing/throw-away.js';

const script = new URL('../testing/mortal-worker.ts', import.meta.url);
const url = testNatsUrl();
const leaseMs = 1_500;
let made = 0;

describe('a killed worker of the bus on NATS', () => {
  if (url === undefined) {
    it('is tried where KITH_TEST_NATS_URL names a server', () => expect(url).toBeUndefined());
    return;
  }
  let root: string;
  let nats: Nats;
  let bus: JetStreamMessageBus;
  beforeEach(async () => {
    root = `kith-killed-${String(process.pid)}-${String(++made)}`;
    nats = await connectNats({ url, name: 'killing' });
    bus = await JetStreamMessageBus.open(nats, { root, leaseMs });
  });
  afterEach(async () => {
    await bus.close();
    await throwAway(nats, root);
    await nats.nc.close();
  });

  const consume = (recorder: Recorder) =>
    bus.consume({ name: 'mortal', kind: 'events', batchSize: 100, maxAttempts: 3, handle: recorder.handle });

  it('loses nothing that was acknowledged when it is killed while publishing', async () => {
    const child = startScript(script, [`${url}#${root}`, 'publish']);
    await until(
      () => child.lines.length,
      (count) => count > 300,
      60_000,
    );
    await child.kill();
    const acknowledged = child.lines.map((line) => line.replace('stored ', ''));
    const recorder = new Recorder();
    await (await consume(recorder)).drained(30_000);
    expect(recorder.texts.slice(0, acknowledged.length)).toEqual(acknowledged);
  }, 120_000);

  it('leaves what was not settled to the next one, in order, and parks alone what kills every worker', async () => {
    await bus.publish([...series('a', 4, 'events'), ...series('b', 3, 'events')]);
    const seen: string[] = [];
    const parked = await until(
      async () => {
        const child = startScript(script, [`${url}#${root}`, 'consume', 'a3']);
        await Promise.race([
          child.ended(),
          until(
            () => bus.parked({ limit: 1 }),
            (all) => all.length === 1,
            30_000,
          ),
        ]);
        await child.kill();
        seen.push(...child.lines);
        return bus.parked({ consumer: 'mortal', limit: 10 });
      },
      (all) => all.length > 0,
      90_000,
    );
    expect(parked.map(text)).toEqual(['a3']);
    expect(parked[0]?.attempts).toBe(3);
    expect(seen.filter((line) => line.includes(' a3 '))).toEqual(
      [1, 2, 3].map((attempt) => `handling a3 attempt ${String(attempt)}`),
    );
    const recorder = new Recorder();
    await (await consume(recorder)).drained(30_000);
    const everywhere = new Set([...seen.map((line) => line.split(' ')[1]), ...recorder.texts]);
    expect([...everywhere].sort()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3']);
    expect((await bus.depth()).map(({ kind, waiting }) => `${kind} ${String(waiting)}`)).toContain(
      'events 0',
    );
  }, 180_000);

  it('finds by the word of the broker what no worker lives to note', async () => {
    const strict = await JetStreamMessageBus.open(nats, { root, leaseMs, spareDeliveries: 0 });
    const options = { name: 'frail', kind: 'tasks' as const, batchSize: 10, maxAttempts: 1 };
    await (await strict.consume({ ...options, handle: new Recorder().handle })).stop();
    await strict.publish(series('a', 1));
    const durable = durableOf('frail', partitionOf('a'));
    const frail = await jetstream(nats.nc).consumers.get(brokerNames(root).stream('tasks'), durable);
    expect((await frail.next())?.seq).toBe(1);
    await strict.consume({ ...options, name: 'sturdy', handle: new Recorder().handle });
    const [parked] = await until(
      () => bus.parked({ limit: 10 }),
      (all) => all.length === 1,
    );
    expect(parked).toMatchObject({
      consumer: 'frail',
      attempts: 1,
      cause: 'its worker died on each attempt',
    });
    await strict.close();
  }, 30_000);
});
