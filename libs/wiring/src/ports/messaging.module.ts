import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ClientProxy } from '@nestjs/microservices';
import { Database } from '#database';
import { EmbeddedMessageBus, MessageBus } from '#messaging';
import { Log, Metrics } from '#observability';
import { CLOCK, type Clock } from './config.module.js';
import { reportBus } from './report-bus.js';
import { BusServer } from '../transport/bus-server.js';
import { InMemoryClient, InMemoryServer } from '../transport/in-memory.js';

/** The bus, and how apps ask each other: the only place that knows which broker there is. */
@Global()
@Module({
  providers: [
    {
      provide: MessageBus,
      useFactory: (database: Database, now: Clock, log: Log, metrics: Metrics) =>
        new EmbeddedMessageBus(database, { now, report: (report) => reportBus(log, metrics, report) }),
      inject: [Database, CLOCK, Log, Metrics],
    },
    { provide: BusServer, useFactory: (bus: MessageBus) => new BusServer(bus), inject: [MessageBus] },
    InMemoryServer,
    {
      provide: ClientProxy,
      useFactory: (server: InMemoryServer) => new InMemoryClient(server),
      inject: [InMemoryServer],
    },
  ],
  exports: [MessageBus, BusServer, InMemoryServer, ClientProxy],
})
export class MessagingModule implements OnApplicationShutdown {
  constructor(@Inject(MessageBus) private readonly bus: MessageBus) {}

  onApplicationShutdown(): Promise<void> {
    return this.bus.close();
  }
}
