import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { defaultKnobs } from '#domain';
import { eventLogMigrations, PostgresEventLog } from '#event-log';
import { RulesExtractor, type Extraction, type ExtractionBatch } from '#extraction';
import type { Delivery } from '#messaging';
import { projections, readModelMigrations } from '#read-models';
import { fixIdKey, proofCases, testDatabase } from '#testing';
import { recordDeliveries } from '../record-message/recorder.js';
import { MessageReader } from './message-reader.js';
import { ExtractionLoop } from './extraction-loop.js';

const now = (): Date => new Date();
const nothing = (): void => undefined;
const began = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000;
const at = (minute: number): string => new Date(began + minute * 60_000).toISOString();

const hall = { type: 'group', external_id: 'hall', name: '#hall' };
const attic = { type: 'group', external_id: 'attic', name: '#attic' };
const dm = { type: 'dm', external_id: 'dm-una' };
const places = [hall, hall, attic, dm];
const people = ['una', 'rob', 'mai', 'timo'];
const lines = [
  'I live in Turku',
  'I moved to Ghent last year',
  'My sister is a nurse',
  'She hates early shifts',
  'Rob likes anchovies',
  'Mai is allergic to walnuts',
  'He plays the cello too',
  'My cat is named Biscuit',
  'My door code is on the list',
  'Please forget that I live in Turku',
  'forget about the cello',
  'Timo works at the lighthouse',
  'yes, every Sunday',
  'what do you like?',
  'rye bread',
  'My favorite color is orange',
  'The crane label is tug-31, and my brother is Milo',
  'He is a vet',
  'My wife Ilse is a baker',
  'my wife likes rye bread',
  'My wife is called Dora',
  'Please delete the label tug-31 from your memory',
];

interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: object;
}

/** A linear congruential generator: the same seed gives the same talk. */
const chance = (seed: number) => {
  let state = seed * 2_654_435_761;
  return (limit: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * limit);
  };
};

/** Talk with late messages, replies, edits, deletions, newcomers and requests to forget. */
const talk = (seed: number, count: number): readonly Event[] => {
  const below = chance(seed);
  const placeOf = new Map<number, object>();
  return Array.from({ length: count }, (_, index): Event => {
    const earlier = below(index + 1);
    const kind = below(12);
    const source = placeOf.get(earlier);
    const id = `e-${String(index)}`;
    if (kind === 0 && source !== undefined)
      return {
        id,
        type: 'message.edited',
        data: {
          message_id: `m-${String(earlier)}`,
          source,
          text: lines[below(lines.length)],
          edited_at: at(index + 1),
        },
      };
    if (kind === 1 && source !== undefined)
      return {
        id,
        type: 'message.deleted',
        data: { message_id: `m-${String(earlier)}`, source, deleted_at: at(index + 1) },
      };
    const place = places[below(places.length)] ?? hall;
    placeOf.set(index, place);
    const who = place === dm ? 'una' : (people[below(people.length)] ?? 'una');
    return {
      id,
      type: 'message.posted',
      data: {
        message_id: `m-${String(index)}`,
        text: lines[below(lines.length)],
        sent_at: at(kind === 2 ? Math.max(0, index - 9) : index),
        source: place,
        author: { platform_user_id: who, handle: who, display_name: `${who} the great` },
        ...(kind === 3 && source === place ? { reply_to: `m-${String(earlier)}` } : {}),
      },
    };
  });
};

const deliveryOf = ({ id, type, data }: Event, index: number): Delivery => ({
  id,
  tenantId: 'default',
  kind: 'events',
  key: 'one',
  headers: {},
  storedAt: new Date(),
  sequence: BigInt(index + 1),
  attempt: 1,
  body: Buffer.from(
    JSON.stringify({
      specversion: '1.0',
      id,
      source: '/test',
      type: `kith.${type}.v1`,
      data: { platform: 'chat', agent_id: 'helper', ...data },
    }),
  ),
});

/** But for what an order made be forgotten, or found nothing of: of two orders for one thing either may be the one that does it. */
const held = async (database: Database): Promise<readonly string[]> => {
  const rows = await database.query<{ row: string }>(
    `select concat_ws(' | ', 'memory', memory_id, status, content, topic, value, visibility_scope, disclosure, sensitivity_rank, observed_at, superseded_by, conflicts_with) as row from memories
     union all select concat_ws(' | ', 'evidence', memory_id, record_id, start_at, end_at) from memory_evidence
     union all select concat_ws(' | ', 'message', record_id, text, record_id in (select record_id from extraction_queue), used_context, name_keys, visibility_scope, disclosure, sensitivity_rank) from messages
     union all select concat_ws(' | ', 'kin', memory_id, record_id, speaker_id, entity_id) from kin_namings join memory_evidence using (memory_id, record_id)
     union all select concat_ws(' | ', 'outcome', event_key, jsonb_array_length(
       jsonb_path_query_array(facts, '$[*] ? (@.outcome != "FORGOTTEN" && !(@.reason == "nothing-meant"))'))) from event_outcomes`,
  );
  return rows.map(({ row }) => row).sort();
};

/** Every so often it fails, as an extractor a network away would. */
class FailingExtractor extends RulesExtractor {
  private calls = 0;
  override extract(batch: ExtractionBatch, signal: AbortSignal): Promise<readonly Extraction[]> {
    this.calls += 1;
    return this.calls % 5 === 0
      ? Promise.reject(new Error('the extractor is away'))
      : super.extract(batch, signal);
  }
}

describe('reading ahead', () => {
  let database: Database;
  let log: PostgresEventLog;
  beforeEach(async () => {
    database = await testDatabase([...eventLogMigrations, ...readModelMigrations]);
    await fixIdKey(database);
    log = new PostgresEventLog(database, projections, now);
  });
  afterEach(() => database.close());

  const readerWith = (extractor: RulesExtractor, batchSize: number): MessageReader =>
    new MessageReader({
      database,
      log,
      extractor,
      knobs: defaultKnobs,
      confidenceThreshold: 0.7,
      proposer: null,
      isEnabled: true,
      batchSize,
      now,
      onRead: nothing,
      onForgetting: () => Promise.resolve(),
    });

  const record = (events: readonly Event[]) =>
    recordDeliveries({
      log,
      unitSize: 200,
      now,
      newId: randomUUID,
      tenantsAmong: (tenantIds) => Promise.resolve(tenantIds),
      hear: () => Promise.resolve(),
      onRecorded: nothing,
      onDeleted: () => Promise.resolve(),
    })(events.map(deliveryOf));

  const oneByOne = async (events: readonly Event[]): Promise<readonly string[]> => {
    const reader = readerWith(new RulesExtractor(), 1);
    for (const event of events) {
      await record([event]);
      for (;;) {
        const [next] = await reader.nextIds([]);
        if (next === undefined) break;
        await reader.readOne(next, new AbortController().signal);
      }
    }
    return held(database);
  };

  const ahead = async (
    events: readonly Event[],
    extractor: RulesExtractor,
    seed: number,
  ): Promise<readonly string[]> => {
    const reader = readerWith(extractor, 3);
    const loop = new ExtractionLoop({ reader, maxAttempts: 50, retryAfterMs: 5, onError: nothing });
    const below = chance(seed);
    for (let from = 0; from < events.length;) {
      const many = 1 + below(12);
      // Recorded while the loop reads what came before.
      await record(events.slice(from, from + many));
      loop.wake();
      from += many;
    }
    const unread = async (): Promise<boolean> => (await reader.nextIds([])).length > 0;
    while (await unread()) {
      loop.wake();
      await loop.idle();
    }
    await loop.stop();
    return held(database);
  };

  // Every second one with an extractor that fails now and then.
  it.each([2, 1, 3, 4, 5, 6].slice(0, proofCases(6, 1)))(
    'gives what reading each message as it comes gives (talk %i)',
    async (seed) => {
      const events = talk(seed, proofCases(45, 24));
      const expected = await oneByOne(events);
      await database.close();
      database = await testDatabase([...eventLogMigrations, ...readModelMigrations]);
      await fixIdKey(database);
      log = new PostgresEventLog(database, projections, now);
      const extractor = seed % 2 === 0 ? new FailingExtractor() : new RulesExtractor();
      expect(await ahead(events, extractor, seed)).toEqual(expected);
    },
    60_000,
  );

  it('reads a message again whose words an order of the same batch took, though it is an order itself', async () => {
    const events = ['I once met a man with a cello', 'forget about the cello', 'forget about the cello'].map(
      (text, index): Event => ({
        id: `e-${String(index)}`,
        type: 'message.posted',
        data: {
          message_id: `m-${String(index)}`,
          text,
          sent_at: at(index),
          source: hall,
          author: { platform_user_id: 'mai', handle: 'mai', display_name: 'mai the great' },
        },
      }),
    );
    const expected = await oneByOne(events);
    await database.close();
    database = await testDatabase([...eventLogMigrations, ...readModelMigrations]);
    await fixIdKey(database);
    log = new PostgresEventLog(database, projections, now);
    await record(events);
    const reader = readerWith(new RulesExtractor(), 3);
    for (let batch = await reader.load([]); batch !== null; batch = await reader.load([]))
      await reader.persist(await reader.extract(batch, new AbortController().signal));
    expect(await held(database)).toEqual(expected);
  });
});
