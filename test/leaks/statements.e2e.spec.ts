import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { ClientProxy } from '@nestjs/microservices';
import { firstValueFrom } from 'rxjs';
import type { EntityManager } from 'typeorm';
import { Database, type SqlParameter, type Store } from '#database';
import type { Answer, Caller } from '#contracts';
import { derivedId } from '#domain';
import { EventLog, PostgresEventLog, type LogWriter } from '#event-log';
import { FactExtractor, RulesExtractor } from '#extraction';
import { IngestModule } from '#ingest';
import { MemoryIndex, PgVectorMemoryIndex } from '#memory-index';
import { EmbeddedMessageBus, MessageBus } from '#messaging';
import { projections } from '#read-models';
import { RecallModule } from '#recall';
import { allEntities, allMigrations } from '#standalone';
import { serving, testDatabase, type Provided } from '#testing';
import { BusServer, InMemoryClient, InMemoryServer } from '#wiring';

let asked: string[] = [];
const noting = (sql: Store): Store => ({
  query: (statement, parameters) => {
    asked.push(statement);
    return sql.query(statement, parameters);
  },
  entities: (work) => sql.entities(work),
});

/** Notes what is read for answers. */
class NotingDatabase extends Database {
  readonly engine: 'embedded' | 'server';
  readonly reading: Store;
  constructor(private readonly inner: Database) {
    super();
    this.engine = inner.engine;
    this.reading = noting(inner.reading);
  }
  query<Row extends object>(
    statement: string,
    parameters?: readonly SqlParameter[],
  ): Promise<readonly Row[]> {
    return this.inner.query<Row>(statement, parameters);
  }
  entities<T>(work: (entities: EntityManager) => Promise<T>): Promise<T> {
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

const now = (): Date => new Date();
/** Its own is the client of the other app. */
const ownClientOf = (app: INestApplication): ClientProxy => new InMemoryClient(app.get(InMemoryServer));
const caller: Caller = { tenantId: 'default', keyId: derivedId('test-key'), roles: ['client'] };

describe('asking by its id for what is hidden', () => {
  let database: Database;
  let ingest: INestApplication;
  let recall: INestApplication;
  const hidden = new Map<string, string>();

  beforeAll(async () => {
    database = await testDatabase(allMigrations, allEntities);
    const bus = new EmbeddedMessageBus(database);
    const log = new PostgresEventLog(database, projections, now);
    const noted: Pick<EventLog, 'write'> = {
      write: (tenantId, work) =>
        log.write(tenantId, (writer: LogWriter) => work({ ...writer, sql: noting(writer.sql) })),
    };
    const notingLog = Object.assign(Object.create(log) as EventLog, noted);
    const shared: Provided = [
      [MessageBus, bus],
      [MemoryIndex, new PgVectorMemoryIndex(database)],
      [FactExtractor, new RulesExtractor()],
    ];
    recall = await serving([RecallModule], {}, [
      ...shared,
      [EventLog, log],
      [Database, new NotingDatabase(database)],
    ]);
    ingest = await serving([IngestModule], {}, [
      ...shared,
      [EventLog, notingLog],
      [Database, database],
      [ClientProxy, recall.get(ClientProxy)],
    ]);
    const dm = { type: 'dm', external_id: 'of-yrsa' };
    const open = (external_id: string) => ({ type: 'group', external_id, access: 'open' });
    const said = (id: string, text: string, source: object, participants: readonly string[] = []) => ({
      id: `/test|${id}`,
      tenantId: 'default',
      kind: 'events' as const,
      key: 'one',
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
            author: { platform_user_id: id.split('-')[0] },
            participants: participants.map((name) => ({ platform_user_id: name, handle: name })),
          },
        }),
      ),
    });
    await bus.publish([
      said('stranger-1', 'good morning', open('yard'), ['bystander']),
      said('yrsa-1', 'I live in Uppsala', dm),
      said('yrsa-2', 'I play the harp', open('attic')),
      said('yrsa-3', "I collect stamps, but don't tell bystander", open('attic'), ['bystander']),
      said('yrsa-4', 'I live in Gävle', dm),
    ]);
    await ingest.get(IngestModule).settled(30_000);
    await recall.get(BusServer).drained('recall-indexer', 30_000);
    const facts = await database.query<{ memory_id: string; status: string; content: string }>(
      'select memory_id, status, content from memories',
    );
    for (const { memory_id, status, content } of facts) hidden.set(`${status} ${content}`, memory_id);
    const [message] = await database.query<{ record_id: string }>(
      "select record_id from messages where message_id = 'yrsa-2'",
    );
    hidden.set('a message', message?.record_id ?? '');
  });
  afterAll(async () => {
    await ingest.close();
    await recall.close();
    await database.close();
  });

  const stranger = { viewer_platform: 'chat', viewer_platform_user_id: 'stranger', agent_id: 'helper' };
  const yard = {
    viewer_source_platform: 'chat',
    viewer_source_type: 'group',
    viewer_source_external_id: 'yard',
  };
  const ways = [
    ['recall', 'get', {}],
    ['recall', 'history', {}],
    ['ingest', 'forget', {}],
    ['ingest', 'patch', { patch: { importance: 0.1 } }],
  ] as const;
  const attempt = async (way: (typeof ways)[number], memoryId: string, viewer: object) => {
    const [service, operation, more] = way;
    asked = [];
    const input = { caller, memoryId, viewer, ...more };
    const app = service === 'ingest' ? ownClientOf(ingest) : recall.get(ClientProxy);
    const answer = await firstValueFrom(app.send<Answer<unknown>>(`${service}.${operation}`, input));
    return { answer, statements: [...asked] };
  };

  it.each(ways)('takes the same statements as for what is not there (%s %s)', async (...way) => {
    expect(hidden.size).toBeGreaterThan(3);
    for (const viewer of [stranger, { ...stranger, ...yard }]) {
      const absent = await attempt(way, derivedId('nothing', 'of-this-id'), viewer);
      expect(absent.answer).toMatchObject({ ok: false, problem: { kind: 'not-found' } });
      expect(absent.statements.length).toBeGreaterThan(3);
      for (const [what, memoryId] of hidden) {
        const found = await attempt(way, memoryId, viewer);
        expect([what, found]).toEqual([what, absent]);
      }
    }
  });
});
