import { Controller, UseFilters } from '@nestjs/common';
import { ClientProxy, MessagePattern } from '@nestjs/microservices';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { firstValueFrom } from 'rxjs';
import { InMemoryClient, InMemoryServer } from './in-memory.js';
import { PassErrorsOn } from './pass-errors-on.js';

class DownError extends Error {
  readonly code = 'store-down';
}

@Controller()
@UseFilters(PassErrorsOn)
class Recall {
  @MessagePattern('recall.stats')
  stats(input: unknown): Promise<unknown> {
    return Promise.resolve({ seen: input });
  }

  @MessagePattern('recall.list')
  list(): Promise<unknown> {
    return Promise.reject(new DownError('the words of a row'));
  }
}

describe('request and reply in one process', () => {
  let app: INestApplication;
  let apps: ClientProxy;
  const ask = (pattern: string, input: unknown) => firstValueFrom(apps.send<unknown>(pattern, input));
  beforeAll(async () => {
    const made = await Test.createTestingModule({ controllers: [Recall] }).compile();
    app = made.createNestApplication(new FastifyAdapter(), { logger: false });
    const server = new InMemoryServer();
    app.connectMicroservice({ strategy: server });
    apps = new InMemoryClient(server);
    await app.startAllMicroservices();
  });
  afterAll(() => app.close());

  it('brings the input to the handler of the pattern and its answer back', async () => {
    expect(await ask('recall.stats', { tenant: 't-1' })).toEqual({ seen: { tenant: 't-1' } });
  });

  it('rejects when nobody answers', async () => {
    await expect(ask('recall.nothing', {})).rejects.toThrow('nobody answers recall.nothing');
  });

  it('brings an error back as it was thrown, and prints none of its words', async () => {
    await expect(ask('recall.list', {})).rejects.toMatchObject({ name: 'Error', code: 'store-down' });
  });

  it('refuses a second responder', () => {
    const server = new InMemoryServer();
    const answer = () => Promise.resolve(1 as never);
    server.addHandler('recall.stats', answer);
    expect(() => server.addHandler('recall.stats', answer)).toThrow('recall.stats');
  });
});
