import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { Database, type SqlParameter, type Store } from '#database';
import { defaultKnobs, recallRequestSchema, type Answer, type Caller, type RecallAnswer } from '#domain';
import { PostgresEventLog } from '#event-log';
import { RulesExtractor } from '#extraction';
import { Ingest } from '#ingest';
import { PgVectorMemoryIndex } from '#memory-index';
import { EmbeddedMessageBus, InProcessRequestReply } from '#messaging';
import { projections } from '#read-models';
import { Recall } from '#recall';
import { allEntities, allMigrations } from '#standalone';
import { testDatabase } from '#testing';

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
const nothing = (): void => undefined;
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
  let bus: EmbeddedMessageBus;
  let ingest: Ingest;
  let recall: Recall;
  const services = new InProcessRequestReply();

  beforeAll(async () => {
    inner = await testDatabase(allMigrations, allEntities);
    database = new FailingDatabase(inner);
    bus = new EmbeddedMessageBus(inner);
    const log = new PostgresEventLog(inner, projections, now);
    const shared = { bus, services, log, index: new PgVectorMemoryIndex(database), knobs: defaultKnobs, now };
    recall = new Recall({
      ...shared,
      database,
      embedder: null,
      onDecided: nothing,
      onStage: nothing,
      onIndexed: nothing,
      onVectorsOwed: nothing,
      onRecalled: nothing,
      onWordsAlone: nothing,
    });
    ingest = new Ingest({
      ...shared,
      database: inner,
      extractor: new RulesExtractor(),
      isExtractionEnabled: true,
      confidenceThreshold: 0.7,
      newId: () => '00000000-0000-4000-8000-000000000001',
      onRecorded: nothing,
      onRead: nothing,
      onError: nothing,
    });
    await recall.start();
    await ingest.start();
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
    await ingest.settled(30_000);
    await recall.settled(30_000);
  });
  afterAll(async () => {
    database.left = Infinity;
    await ingest.stop();
    await recall.stop();
    await bus.close();
    await inner.close();
  });

  const ask = () =>
    services.request('recall', 'recall', { caller, request }) as Promise<Answer<RecallAnswer>>;

  it('fails as a whole, whichever statement it is, and answers again when the store is back', async () => {
    let failures = 0;
    for (let statements = 0; statements < 100; statements += 1) {
      database.left = statements;
      const outcome = await ask().then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
      if ('answer' in outcome) break;
      failures += 1;
      expect(outcome.error).toBeInstanceOf(Error);
    }
    expect(failures).toBeGreaterThan(5);
    database.left = Infinity;
    const answer = await ask();
    expect(answer.ok && answer.value.results.map((result) => result.memory).join()).toMatch(/Coco/u);
  });
});
