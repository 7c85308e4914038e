import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { ClientProxy } from '@nestjs/microservices';
import { firstValueFrom } from 'rxjs';
import type { EntityManager } from 'typeorm';
import { Database, type SqlParameter, type Store } from '#database';
import { recallRequestSchema, type Answer, type Caller, type RecallAnswer } from '#contracts';
import { EventLog, PostgresEventLog } from '#event-log';
import { FactExtractor, RulesExtractor } from '#extraction';
import { IngestModule } from '#ingest';
import { MemoryIndex, PgVectorMemoryIndex } from '#memory-index';
import { EmbeddedMessageBus, MessageBus } from '#messaging';
import { projections } from '#read-models';
import { RecallModule } from '#recall';
import { allEntities, allMigrations } from '#standalone';
import { serving, testDatabase, type Provided } from '#testing';
import { BusServer } from '#wiring';

/** Answers so many statements, then is away. */
class FailingDatabase extends Database {
  readonly engine: 'embedded' | 'server';
  readonly reading: Store = {
    query: (statement, parameters) => this.query(statement, parameters),
    entities: (work) => this.entities(work),
  };
  left = Infinity;
  constructor(private readonly inner: Database) {
    super();
    this.engine = inner.engine;
  }
  query<Row extends object>(
    statement: string,
    parameters?: readonly SqlParameter[],
  ): Promise<readonly Row[]> {
    this.left -= 1;
    if (this.left < 0) return Promise.reject(new Error('the store is away'));
    return this.inner.query<Row>(statement, parameters);
  }
  entities<T>(work: (entities: EntityManager) => Promise<T>): Promise<T> {
    this.left -= 1;
    if (this.left < 0) return Promise.reject(new Error('the store is away'));
    return this.inner.entities(work);
  }
  transaction<T>(work: (sql: Store) => Promise<T>): Promise<T> {
    return this.inner.transaction(work);
  }
  migrate(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }
  close(): Promise<void> {
    return this.inner.close();
  }
}

const caller: Caller = { tenantId: 'default', keyId: 'test', roles: ['client'] };
const now = (): Date => new Date();
const request = recallRequestSchema(now).parse({
  agent_id: 'helper',
  viewer: { platform: 'chat', platform_user_id: 'wanda' },
  source: { platform: 'chat', type: 'group', external_id: 'hall' },
  query: 'what do you know about me?',
  include_messages: true,
});

describe('a recall whose store goes away in the middle', () => {
  let inner: Database;
  let database: FailingDatabase;
  let ingest: INestApplication;
  let recall: INestApplication;

  beforeAll(async () => {
    inner = await testDatabase(allMigrations, allEntities);
    database = new FailingDatabase(inner);
    const bus = new EmbeddedMessageBus(inner);
    const shared: Provided = [
      [EventLog, new PostgresEventLog(inner, projections, now)],
      [MemoryIndex, new PgVectorMemoryIndex(database)],
      [FactExtractor, new RulesExtractor()],
      [MessageBus, bus],
    ];
    recall = await serving([RecallModule], {}, [...shared, [Database, database]]);
    ingest = await serving([IngestModule], {}, [
      ...shared,
      [Database, inner],
      [ClientProxy, recall.get(ClientProxy)],
    ]);
    const source = { type: 'group', external_id: 'hall' };
    const said = (id: string, text: string) => ({
      id: `/test|${id}`,
      tenantId: 'default',
      kind: 'events' as const,
      key: 'hall',
      headers: {},
      body: Buffer.from(
        JSON.stringify({
          specversion: '1.0',
          id,
          source: '/test',
          type: 'kith.message.posted.v1',
          data: {
            platform: 'chat',
            agent_id: 'helper',
            message_id: id,
            text,
            sent_at: now().toISOString(),
            source,
            author: { platform_user_id: 'wanda', handle: 'wanda' },
          },
        }),
      ),
    });
    await bus.publish([said('1', 'I have a parrot named Coco'), said('2', 'I live in Lund')]);
    await ingest.get(IngestModule).settled(30_000);
    await recall.get(BusServer).drained('recall-indexer', 30_000);
  });
  afterAll(async () => {
    database.left = Infinity;
    await ingest.close();
    await recall.close();
    await inner.close();
  });

  const ask = () =>
    firstValueFrom(recall.get(ClientProxy).send<Answer<RecallAnswer>>('recall.recall', { caller, request }));

  it('fails as a whole, whichever statement it is, and answers again when the store is back', async () => {
    let failures = 0;
    for (let statements = 0; statements < 100; statements += 1) {
      database.left = statements;
      const outcome = await ask().then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
      const answer = 'answer' in outcome && outcome.answer.ok ? outcome.answer.value : null;
      if (answer?.gated === false) break;
      failures += 1;
      // As long as it cannot be read who asks, the gate answers.
      if (answer)
        expect([answer.results, answer.context]).toEqual([
          [],
          expect.stringMatching(/^\[MEMORY_SCOPE\]\ngated: true\n/u),
        ]);
      else expect('error' in outcome && outcome.error).toBeInstanceOf(Error);
    }
    expect(failures).toBeGreaterThan(5);
    database.left = Infinity;
    const answer = await ask();
    expect(answer.ok && answer.value.results.map((result) => result.memory).join()).toMatch(/Coco/u);
  });
});
