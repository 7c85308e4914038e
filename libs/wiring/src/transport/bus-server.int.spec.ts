import { Controller, UseFilters, type INestApplication } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { EmbeddedMessageBus, messagingMigrations, type Delivery, type Outcome } from '#messaging';
import { testDatabase } from '#testing';
import { BusServer, Consumes, WhenParked } from './bus-server.js';
import { PassErrorsOn } from './pass-errors-on.js';

const seen: string[] = [];

class OddError extends Error {
  override readonly name = 'TypeError';
}

@Controller()
@UseFilters(PassErrorsOn)
class Recorder {
  @Consumes({ name: 'ingest-recorder', kind: 'events', batchSize: 10, maxAttempts: 3 })
  record(deliveries: readonly Delivery[]): Promise<readonly Outcome[]> {
    seen.push(...deliveries.map(({ id }) => id));
    if (deliveries.some(({ id }) => id === 'throws')) return Promise.reject(new OddError('words'));
    return Promise.resolve(
      deliveries.map(({ id }) => (id === 'odd' ? { kind: 'park', cause: 'is odd' } : { kind: 'done' })),
    );
  }

  @WhenParked('ingest-recorder')
  parked(): Promise<void> {
    seen.push('was parked');
    return Promise.resolve();
  }
}

describe('the bus as a transport of Nest', () => {
  let database: Database;
  let app: INestApplication;
  let server: BusServer;
  let bus: EmbeddedMessageBus;
  const outgoing = (id: string) => ({
    id,
    tenantId: 'default',
    kind: 'events' as const,
    key: id,
    body: Buffer.from('{}'),
    headers: {},
  });

  beforeEach(async () => {
    seen.length = 0;
    database = await testDatabase(messagingMigrations);
    const made = await Test.createTestingModule({ controllers: [Recorder] }).compile();
    app = made.createNestApplication(new FastifyAdapter(), { logger: false });
    bus = new EmbeddedMessageBus(database);
    server = new BusServer(bus);
    app.connectMicroservice({ strategy: server });
    await app.startAllMicroservices();
  });
  afterEach(async () => {
    await app.close();
    await bus.close();
    await database.close();
  });

  it('brings deliveries to a handler and settles them by its outcomes', async () => {
    await bus.publish([outgoing('plain'), outgoing('odd')]);
    await server.drained('ingest-recorder', 10_000);
    expect(seen).toEqual(['plain', 'odd', 'was parked']);
    const parked = await bus.parked({ limit: 10 });
    expect(parked.map(({ id, cause }) => `${id}: ${cause}`)).toEqual(['odd: is odd']);
  });

  it('settles by what a handler threw, whose name and place it keeps', async () => {
    await bus.publish([outgoing('throws')]);
    await server.drained('ingest-recorder', 10_000);
    const [parked] = await bus.parked({ limit: 10 });
    expect(parked?.cause).toMatch(/^TypeError at .*bus-server\.int\.spec/u);
  });

  it('takes nothing more once it is closed', async () => {
    await app.close();
    await bus.publish([outgoing('late')]);
    expect(seen).toEqual([]);
    expect((await bus.depth()).find(({ kind }) => kind === 'events')?.waiting).toBe(1);
  });

  it('tells who waits that something was handled, also what failed, and does not keep them longer than they wish', async () => {
    const longMs = 600_000;
    const waiting = [server.handledSome(longMs), server.handledSome(longMs)];
    await bus.publish([outgoing('plain')]);
    await Promise.all(waiting);
    expect(seen).toEqual(['plain']);
    const failing = server.handledSome(longMs);
    await bus.publish([outgoing('throws')]);
    await failing;
    expect(seen).toContain('throws');
    await server.drained('ingest-recorder', 5_000);
    await server.handledSome(1);
  });
});
