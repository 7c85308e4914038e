import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { answered, type Answer, type KeyRole } from '#domain';
import { MessageBus, RequestReply, type Outgoing } from '#messaging';
import { testDatabase } from '#testing';
import {
  ApiKeys,
  createGateway,
  defaultGatewayConfig,
  gatewayMigrations,
  type GatewayConfig,
} from '../index.js';

class Bus extends MessageBus {
  readonly published: Outgoing[] = [];
  broken = false;
  waiting = 0;
  async publish(messages: readonly Outgoing[]) {
    if (this.broken) throw new Error('bus is down');
    return messages.map((m) => {
      if (this.published.some((p) => p.id === m.id && p.tenantId === m.tenantId)) return 'duplicate' as const;
      this.published.push(m);
      return 'stored' as const;
    });
  }
  consume(): never {
    throw new Error('no');
  }
  async parked() {
    return [];
  }
  async replayParked() {
    return 0;
  }
  async discardParked() {
    return 0;
  }
  async depth() {
    return [{ kind: 'events' as const, waiting: this.waiting, parked: 0 }];
  }
  async close() {
    /* nothing */
  }
}
class Services extends RequestReply {
  readonly #handlers = new Map<string, (input: unknown) => Promise<unknown>>();
  async request(service: string, operation: string, input: unknown) {
    const handler = this.#handlers.get(`${service}.${operation}`);
    if (!handler) throw new Error('nobody answers');
    return handler(input);
  }
  respond(service: string, operation: string, handler: (input: unknown) => Promise<unknown>) {
    this.#handlers.set(`${service}.${operation}`, handler);
  }
}
export const run = async () => {
  const database = await testDatabase(gatewayMigrations);
  const keys = new ApiKeys(database, () => new Date());
  const bus = new Bus();
  const services = new Services();
  const lines: unknown[] = [];
  const write = (l: unknown) => {
    lines.push(l);
  };
  const app = await createGateway({
    bus,
    services,
    keys,
    log: { info: write, warn: write, error: write },
    metrics: new Registry(),
    now: () => new Date(),
  });
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  return { app, url, keys, bus, services, lines, database };
};
