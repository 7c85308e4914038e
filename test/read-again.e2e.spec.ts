import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { defaultKnobs, event as build, sourceIdOf, type KithEvent } from '#domain';
import { PostgresEventLog } from '#event-log';
import { RulesExtractor, type Reading } from '#extraction';
import { Ingest } from '#ingest';
import { PgVectorMemoryIndex } from '#memory-index';
import { EmbeddedMessageBus, InProcessRequestReply } from '#messaging';
import { projections } from '#read-models';
import { allMigrations } from '#standalone';
import { testDatabase } from '#testing';

/** Reads more than the one before it: each message gives one fact more, and all weigh more. */
class NextExtractor extends RulesExtractor {
  override readonly version: string = 'next';
  override async read(batch: Parameters<RulesExtractor['read']>[0]): Promise<readonly Reading[]> {
    const readings = await super.read(batch);
    return readings.map((reading) => ({
      ...reading,
      facts: reading.facts.flatMap((fact) => [
        { ...fact, importance: 1 },
        { ...fact, content: `${fact.content}, read anew`, topic: null },
      ]),
    }));
  }
}

const now = (): Date => new Date();
const nothing = (): void => undefined;
interface Row {
  readonly memory_id: string;
  readonly status: string;
  readonly content: string | null;
}

describe('a newer extractor', () => {
  let database: Database;
  let log: PostgresEventLog;
  let held: readonly Row[] = [];

  const run = async (
    extractor: RulesExtractor,
    act: (ingest: Ingest, bus: EmbeddedMessageBus) => Promise<void>,
  ) => {
    const bus = new EmbeddedMessageBus(database);
    const ingest = new Ingest({
      database,
      log,
      bus,
      services: new InProcessRequestReply(),
      index: new PgVectorMemoryIndex(database),
      extractor,
      knobs: defaultKnobs,
      isExtractionEnabled: true,
      confidenceThreshold: 0.7,
      now,
      newId: () => '00000000-0000-4000-8000-000000000000',
      onRecorded: nothing,
      onRead: nothing,
      onError: (error) => process.stderr.write(`${String(error)}\n`),
    });
    await ingest.start();
    await act(ingest, bus);
    await ingest.settled(60_000);
    await ingest.stop();
    await bus.close();
  };
  const said = (index: number, text: string) => ({
    specversion: '1.0',
    id: `e-${String(index)}`,
    source: '/test',
    type: 'kith.message.posted.v1',
    data: {
      platform: 'chat',
      agent_id: 'helper',
      message_id: `m-${String(index)}`,
      text,
      sent_at: `2026-05-01T10:0${String(index)}:00Z`,
      source: { type: 'group', external_id: 'hall' },
      author: { platform_user_id: 'noor', handle: 'noor', display_name: 'Noor' },
    },
  });
  const decide = (change: KithEvent, memoryId: string) =>
    log.write('default', (writer) =>
      writer.append([{ stream: `memory-${memoryId}`, expectedVersion: 'any', events: [change] }], {
        actor: 'test',
      }),
    );
  const rows = () =>
    database.query<Row>(
      'select memory_id, status, content from memories order by first_observed_at, content',
    );
  const idOf = (content: string): string => held.find((one) => one.content === content)?.memory_id ?? '';

  beforeAll(async () => {
    database = await testDatabase(allMigrations);
    log = new PostgresEventLog(database, projections, now);
    await run(new RulesExtractor(), async (ingest, bus) => {
      const texts = ['I live in Gdynia', 'I keep bees', 'I work as a potter'];
      await bus.publish(
        texts.map((text, index) => ({
          id: `/test|e-${String(index)}`,
          tenantId: 'default',
          kind: 'events' as const,
          key: sourceIdOf('default', 'chat', 'group', 'hall'),
          body: Buffer.from(JSON.stringify(said(index, text))),
          headers: {},
        })),
      );
      await ingest.settled(60_000);
    });
    held = await rows();
    await decide(
      build(
        'MemoryCorrected',
        { memoryId: idOf('Lives in Gdynia'), by: null, content: 'Lives in Sopot' },
        now(),
      ),
      idOf('Lives in Gdynia'),
    );
    await decide(
      build('MemoryForgotten', { memoryId: idOf('Keeps bees'), by: null, reason: 'test' }, now()),
      idOf('Keeps bees'),
    );
    await database.query('update messages set needs_reading = true');
    await run(new NextExtractor(), () => Promise.resolve());
  }, 120_000);
  afterAll(() => database.close());

  it('leaves what people corrected and had forgotten, and adds what else it reads', async () => {
    const after = (await rows()).map(({ status, content }) => `${status}: ${content ?? '-'}`).sort();
    expect(after).toEqual(
      [
        'active: Lives in Sopot',
        'active: Works as a potter',
        'active: Works as a potter, read anew',
        'forgotten: -',
      ].sort(),
    );
  });

  it('is noted with each reading', async () => {
    const versions = await database.query<{ version: string }>(
      "select distinct data ->> 'extractor' as version from events where type = 'MessageRead'",
    );
    expect(versions.map(({ version }) => version).sort()).toEqual(
      ['next', new RulesExtractor().version].sort(),
    );
  });
});
