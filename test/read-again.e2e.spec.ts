import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { event as build, type KithEvent } from '#domain';
import { RulesExtractor, type Extraction, type ExtractionBatch } from '#extraction';
import { openStore, Ingesting, type Store } from './support/ingesting.js';

/** Reads more than the one before it: each message gives one fact more, and all weigh more. */
class NextExtractor extends RulesExtractor {
  override readonly version: string = 'next';
  readonly seen: string[] = [];

  override async extract(batch: ExtractionBatch, signal: AbortSignal): Promise<readonly Extraction[]> {
    this.seen.push(...batch.map(({ message }) => message.messageId));
    const readings = await super.extract(batch, signal);
    return readings.map((reading) => ({
      ...reading,
      facts: reading.facts.flatMap((fact) => [
        { ...fact, importance: 1 },
        { ...fact, content: `${fact.content}, read anew`, topic: null },
      ]),
    }));
  }
}

interface Row {
  readonly memory_id: string;
  readonly status: string;
  readonly content: string | null;
}

const texts = [
  'I live in Gdynia',
  'I keep bees',
  'I work as a potter',
  'I live in Elblag',
  'I have a parrot named Coco',
  'I am allergic to figs',
  'please forget that I keep bees',
];

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
    sent_at: new Date(Date.parse('2026-05-01T10:00:00Z') + index * 60_000).toISOString(),
    source: { type: 'group', external_id: 'hall' },
    author: { platform_user_id: 'noor', handle: 'noor', display_name: 'Noor' },
  },
});
const deleted = (index: number) => ({
  specversion: '1.0',
  id: `d-${String(index)}`,
  source: '/test',
  type: 'kith.message.deleted.v1',
  data: {
    platform: 'chat',
    message_id: `m-${String(index)}`,
    source: { type: 'group', external_id: 'hall' },
    deleted_at: '2026-05-02T10:00:00Z',
  },
});

describe('a newer extractor', () => {
  let store: Store;
  let next: NextExtractor;

  const rows = () =>
    store.database.query<Row>(
      'select memory_id, status, content from memories order by first_observed_at, content',
    );
  const decide = async (content: string, of: (memoryId: string) => KithEvent): Promise<void> => {
    const memoryId = (await rows()).find((one) => one.content === content)?.memory_id ?? '';
    await store.log.write('default', (writer) =>
      writer.append([{ stream: `memory-${memoryId}`, events: [of(memoryId)] }], {
        actor: 'test',
      }),
    );
  };
  const held = async (): Promise<readonly string[]> =>
    (await rows()).map(({ status, content }) => `${status}: ${content ?? '-'}`).sort();

  beforeAll(async () => {
    store = await openStore();
    const now = new Date();
    const before = await Ingesting.start(store);
    await before.publish(texts.map((text, index) => said(index, text)));
    await decide('Works as a potter', (memoryId) =>
      build('MemoryCorrected', { memoryId, by: null, content: 'Works as a weaver' }, now),
    );
    await decide('Allergic to figs', (memoryId) =>
      build('MemoryForgotten', { memoryId, by: null, reason: 'test' }, now),
    );
    await before.publish([deleted(4)]);
    await before.stop();
    next = new NextExtractor();
    const after = await Ingesting.start(store, next);
    await after.readAnew();
    await after.stop();
  }, 120_000);
  afterAll(() => store.database.close());

  it('reads by itself what another read, and leaves what people corrected, deleted and had forgotten', async () => {
    expect(await held()).toEqual(
      [
        'superseded: Lives in Gdynia',
        'active: Lives in Gdynia, read anew',
        'active: Lives in Elblag',
        'active: Lives in Elblag, read anew',
        'active: Works as a weaver',
        'forgotten: -',
        'forgotten: -',
      ].sort(),
    );
  });

  it('is noted with each message that was read', async () => {
    const versions = await store.database.query<{ read_by: string }>('select distinct read_by from messages');
    expect(versions.map(({ read_by }) => read_by)).toEqual(['next']);
  });

  it('reads each once, and nothing at the next start', async () => {
    expect([...next.seen].sort()).toEqual([...new Set(next.seen)].sort());
    const again = new NextExtractor();
    const third = await Ingesting.start(store, again);
    await third.readAnew();
    await third.stop();
    expect(again.seen).toEqual([]);
  });

  it('leaves the same when all is built again from the log', async () => {
    const before = await held();
    await store.log.rebuild(() => undefined);
    expect(await held()).toEqual(before);
  });
});

describe('an order that names nothing', () => {
  it('is carried out once, however often it is read', async () => {
    const store = await openStore();
    const inPrivate = (index: number, text: string) => {
      const event = said(index, text);
      return { ...event, data: { ...event.data, source: { type: 'dm', external_id: 'desk' } } };
    };
    const first = await Ingesting.start(store);
    await first.publish([
      inPrivate(0, 'I work as a glazier'),
      inPrivate(1, 'I play the tuba'),
      inPrivate(2, 'oh, delete that please'),
    ]);
    await first.stop();
    const second = await Ingesting.start(store, new NextExtractor());
    await second.readAnew();
    await second.stop();
    const rows = await store.database.query<Row>("select content from memories where status = 'active'");
    expect(rows.map(({ content }) => content).sort()).toEqual([
      'Works as a glazier',
      'Works as a glazier, read anew',
    ]);
    await store.database.close();
  }, 120_000);
});

describe('a newer extractor that is stopped on its way', () => {
  /** Counts, and lets somebody act in the midst of it. */
  class Watched extends NextExtractor {
    constructor(private readonly onBatch: (seen: number) => Promise<void>) {
      super();
    }
    override async extract(batch: ExtractionBatch, signal: AbortSignal): Promise<readonly Extraction[]> {
      const readings = await super.extract(batch, signal);
      await this.onBatch(this.seen.length);
      return readings;
    }
  }

  it('goes on where it was at the next start, and lets new messages pass', async () => {
    const store = await openStore();
    const many = Array.from({ length: 180 }, (_, index) => said(index, `I own ${String(index)} boats`));
    const before = await Ingesting.start(store);
    await before.publish(many);
    await before.stop();
    let stopped: Promise<void> | null = null;
    const first: { current: Ingesting | null } = { current: null };
    const extractor = new Watched(async (seen) => {
      if (seen >= 50 && first.current && !stopped) stopped = first.current.stop();
      await Promise.resolve();
    });
    first.current = await Ingesting.start(store, extractor);
    await first.current.publish([said(900, 'I live in Torun')]);
    const order = extractor.seen;
    expect(order.indexOf('m-900')).toBeGreaterThanOrEqual(0);
    expect(order.indexOf('m-900')).toBeLessThan(180);
    await first.current.stop();
    const left = await store.database.query<{ count: string }>(
      "select count(*) as count from messages where read_by is distinct from 'next'",
    );
    expect(Number(left[0]?.count)).toBeGreaterThan(0);
    const last = await Ingesting.start(store, new NextExtractor());
    await last.readAnew();
    await last.stop();
    const after = await store.database.query<{ read_by: string; count: string }>(
      'select read_by, count(*) as count from messages group by 1',
    );
    expect(after).toEqual([{ read_by: 'next', count: '181' }]);
    await store.database.close();
  }, 120_000);
});
