import { testDatabase } from '#testing';
import { messageBusContract } from '../testing/message-bus-contract.js';
import { messagingMigrations } from '../messaging-migrations.js';
import { EmbeddedMessageBus } from './embedded-message-bus.js';

messageBusContract('EmbeddedMessageBus', async () => {
  const database = await testDatabase(messagingMigrations);
  const options = { pollMs: 20, retryDelays: [10, 20] };
  const [bus, other] = [new EmbeddedMessageBus(database, options), new EmbeddedMessageBus(database, options)];
  const close = async () => {
    await bus.close();
    await other.close();
    await database.close();
  };
  return { bus, other, close };
});
