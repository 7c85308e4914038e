import { describe, expect, it } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { testNatsUrl } from '#config';
import { messageBusContract } from '../testing/message-bus-contract.js';
import { connectNats } from './connect-nats.js';
import { JetStreamMessageBus } from './jetstream-message-bus.js';
import { throwAway } from './testing/throw-away.js';

const url = testNatsUrl();
let made = 0;

describe('connecting to NATS', () => {
  it('says where and why it could not, and no password', async () => {
    const refused = connectNats({ url: 'nats://rain:pass-word@127.0.0.1:1', name: 'test' });
    await expect(refused).rejects.toThrow('NATS at nats://127.0.0.1:1: ');
    await expect(refused).rejects.not.toThrow('pass-word');
  });
});

if (url !== undefined)
  describe('an event for a partition that there is not', () => {
    it('is refused, for nobody would ever handle it', async () => {
      const root = `kith-test-${String(process.pid)}-${String(++made)}`;
      const nats = await connectNats({ url, name: 'adaptor' });
      try {
        await JetStreamMessageBus.open(nats, { root });
        const publish = (partition: string) =>
          jetstream(nats.nc).publish(`${root}.v1.default~irc.events.${partition}`, '{}');
        await expect(publish('p15')).resolves.toMatchObject({ seq: 1 });
        for (const partition of ['p16', 'p3', '15', '*']) await expect(publish(partition)).rejects.toThrow();
      } finally {
        await throwAway(nats, root);
        await nats.nc.close();
      }
    });
  });

if (url !== undefined)
  messageBusContract('JetStreamMessageBus', async () => {
    const root = `kith-test-${String(process.pid)}-${String(++made)}`;
    const options = { root, retryDelays: [10, 20], leaseMs: 3_000 };
    const nats = [
      await connectNats({ url, name: 'one' }),
      await connectNats({ url, name: 'other' }),
    ] as const;
    const bus = await JetStreamMessageBus.open(nats[0], options);
    const other = await JetStreamMessageBus.open(nats[1], options);
    const close = async () => {
      await bus.close();
      await other.close();
      await throwAway(nats[0], root);
      for (const { nc } of nats) await nc.close();
    };
    return { bus, other, close };
  });
