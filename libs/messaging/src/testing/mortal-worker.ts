import { writeFileSync } from 'node:fs';
import { openDatabase } from '#database';
import { EmbeddedMessageBus, messagingMigrations, type MessageBus, type Outcome } from '../index.js';
import { connectNats } from '../jetstream/connect-nats.js';
import { JetStreamMessageBus } from '../jetstream/jetstream-message-bus.js';
import { series, text } from './recorder.js';

/**
 * A worker for tests that kill it. `publish`: stores messages and says each acknowledged one. `consume <deadly>`:
 * says what it handles, and dies by its own hand when it is handed the deadly one. Its bus is in a folder, or at `<url>#<root>`.
 */
const [where = '', role = '', deadly = ''] = process.argv.slice(2);

const openBus = async (): Promise<MessageBus> => {
  if (where.startsWith('nats:')) {
    const [url = '', root = ''] = where.split('#');
    return JetStreamMessageBus.open(await connectNats({ url, name: 'mortal' }), { root, leaseMs: 1_500 });
  }
  const database = await openDatabase({ dataDir: where });
  await database.migrate(messagingMigrations);
  return new EmbeddedMessageBus(database, { pollMs: 20 });
};
const bus = await openBus();

const say = (line: string): void => writeFileSync(1, `${line}\n`);

const publishForEver = async (): Promise<void> => {
  const run = `${String(Date.now())}-`;
  for (let first = 1; ; first += 3) {
    const batch = series(run, 3, 'events', first);
    await bus.publish(batch);
    for (const message of batch) say(`stored ${text(message)}`);
  }
};

const consume = (): Promise<unknown> =>
  bus.consume({
    name: 'mortal',
    kind: 'events',
    batchSize: 10,
    maxAttempts: 3,
    handle: (deliveries) => {
      const outcomes = deliveries.map((delivery): Outcome => {
        say(`handling ${text(delivery)} attempt ${String(delivery.attempt)}`);
        if (text(delivery) === deadly) process.kill(process.pid, 'SIGKILL');
        return { kind: 'done' };
      });
      return Promise.resolve(outcomes);
    },
  });

await (role === 'publish' ? publishForEver() : consume());
