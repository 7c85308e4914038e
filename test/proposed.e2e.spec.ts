import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as after } from 'node:timers/promises';
import { event as build, sourceIdOf } from '#domain';
import { ProposingError, type Proposal } from '#extraction';
import { completion, ModelEndpoint } from '#testing';
import { ProposalLoop } from '../apps/ingest/src/propose-facts/proposal-loop.js';
import { Ingesting, openStore, type Store } from './support/ingesting.js';

const posted = (id: string, text: string) => ({
  specversion: '1.0',
  id: `e-${id}`,
  source: '/test',
  type: 'kith.message.posted.v1',
  data: {
    platform: 'chat',
    agent_id: 'helper',
    message_id: id,
    text,
    sent_at: `2026-05-01T10:0${id}:00Z`,
    source: { type: 'group', external_id: 'hall' },
    author: { platform_user_id: 'noor', handle: 'noor', display_name: 'Noor' },
  },
});
const inGarage = ({ data, ...event }: ReturnType<typeof posted>, author: object = data.author) => ({
  ...event,
  data: { ...data, author, source: { ...data.source, external_id: 'garage' } },
});
const edited = (id: string, text: string) => ({
  specversion: '1.0',
  id: `x-${id}`,
  source: '/test',
  type: 'kith.message.edited.v1',
  data: {
    platform: 'chat',
    message_id: id,
    source: { type: 'group', external_id: 'hall' },
    text,
    edited_at: '2026-05-02T10:00:00Z',
  },
});
const proposed = (message: string, quote: string, content: string, about = 'author') => ({
  message,
  quote,
  about,
  name: null,
  content,
  type: 'event',
  modality: 'is',
  time: null,
});
const answer = (...facts: readonly object[]) => completion(JSON.stringify({ facts }));

const texts = ['honestly my marrow pickles exploded', 'Noor waves'];
const quote = 'my marrow pickles exploded';

describe('what a language model proposes', () => {
  const endpoint = new ModelEndpoint();
  let store: Store;
  let ingest: Ingesting;
  const settings = (model = 'tiny') => ({
    KITH_EXTRACTOR: 'model',
    KITH_EXTRACTOR_URL: endpoint.url,
    KITH_EXTRACTOR_MODEL: model,
    KITH_EXTRACTOR_PAUSE_SECONDS: '0',
  });
  const contents = async (): Promise<readonly string[]> =>
    (await store.database.query<{ content: string }>(`select content from memories where status = 'active'`))
      .map(({ content }) => content)
      .sort();
  const kept = () =>
    store.database.query<{ record_id: string; proposals: readonly object[] | null }>(
      'select record_id, proposals from fact_proposals order by asked_at, record_id',
    );
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    const limit = Date.now() + 20_000;
    while (!(await isSo())) {
      if (Date.now() > limit) throw new Error('it did not come so far');
      await after(25);
    }
  };

  beforeAll(async () => {
    await endpoint.start();
    store = await openStore();
    endpoint.answers = [
      answer(
        proposed('m1', quote, 'Marrow pickles exploded'),
        proposed('m1', quote, 'Owns 9 marrow pickles'),
        proposed('m2', 'Noor waves', 'Waves at everybody'),
      ),
    ];
    ingest = await Ingesting.start(store, null, settings());
    await ingest.publish(texts.map((text, index) => posted(String(index), text)));
    await until(async () => (await contents()).length > 0);
  }, 60_000);
  afterAll(async () => {
    await ingest.stop();
    endpoint.stop();
    await store.database.close();
  });

  it('becomes a fact as far as the words bear it, after the rules have read', async () => {
    expect(await contents()).toEqual(['Marrow pickles exploded']);
    const [fact] = await store.database.query<{ subjects: string[]; speaker: string }>(
      'select subject_entity_ids as subjects, speaker_entity_id as speaker from memories',
    );
    expect(fact?.subjects).toEqual([fact?.speaker]);
    expect((await kept()).map(({ proposals }) => proposals?.length).sort()).toEqual([1, 2]);
  });

  it('is sealed in the log', async () => {
    const rows = await store.database.query<{ data: unknown }>(
      `select data from events where type = 'FactsProposed'`,
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/marrow|exploded|waves/iu);
  });

  it('is asked for once: neither a rebuild nor a start nor a reading again asks anybody', async () => {
    const asked = endpoint.asked.length;
    endpoint.answers = [answer()];
    const before = [await contents(), await kept()];
    await ingest.stop();
    await store.log.rebuild(() => undefined);
    expect([await contents(), await kept()]).toEqual(before);
    ingest = await Ingesting.start(store, null, settings());
    await ingest.readAnew();
    await ingest.publish([posted('2', 'thanks everybody')]);
    await until(async () => (await kept()).length === 3);
    const since = endpoint.asked.slice(asked).map(({ body }) => body);
    expect(since.filter((body) => body.includes('marrow'))).toEqual([]);
    expect(await contents()).toEqual(['Marrow pickles exploded']);
  });

  it('goes with the words that it quotes: when they are changed, and when they are destroyed', async () => {
    await ingest.publish([edited('0', 'honestly gutted, the jars cracked')]);
    await until(async () => (await contents()).length === 0);
    expect(JSON.stringify(await kept())).not.toContain('marrow');
    const [waving] = (await kept()).filter(({ proposals }) => JSON.stringify(proposals).includes('waves'));
    const recordId = waving?.record_id ?? '';
    const sourceId = sourceIdOf('default', 'chat', 'group', 'hall');
    await store.log.write('default', (writer) =>
      writer.append(
        [
          {
            stream: `message-${sourceId}+${recordId}`,
            events: [
              build(
                'MessageErased',
                { erasureId: recordId, recordId, platform: 'chat', messageId: '1', sourceId, at: new Date() },
                new Date(),
              ),
            ],
          },
        ],
        { actor: 'test' },
      ),
    );
    expect(JSON.stringify(await kept())).not.toContain('waves');
  });

  it('is asked for again where the answer was lost, and of nothing else', async () => {
    // What was edited is asked about again.
    await until(
      async () =>
        endpoint.asked.some(({ body }) => body.includes('jars cracked')) && (await kept()).length === 3,
    );
    const asked = endpoint.asked.length;
    const about = (words: string): readonly string[] =>
      endpoint.asked.slice(asked).flatMap(({ body }) => (body.includes(words) ? [words] : []));
    endpoint.answers = ['never'];
    await ingest.publish([inGarage(posted('7', 'the gong is in the attic'))]);
    await until(() => Promise.resolve(about('gong').length === 1));
    await ingest.stop();
    endpoint.answers = [answer()];
    ingest = await Ingesting.start(store, null, settings());
    await until(async () => (await kept()).length === 4);
    expect(about('gong')).toHaveLength(2);
    expect(about('thanks everybody')).toEqual([]);
  });

  it('waits for an operator where nothing is open but whose it is', async () => {
    const sam = (id: string) => ({ platform_user_id: id, handle: id, display_name: 'Sam' });
    const said = 'Sam cleaned the tent';
    endpoint.answers = [
      ({ people, messages }) => {
        const message = messages.find(({ text }) => text === said);
        const chosen = people.find(({ names }) => names.includes('sam-a'));
        return answer(...(message ? [proposed(message.id, said, 'Cleaned the tent', chosen?.id)] : []));
      },
    ];
    await ingest.publish([
      inGarage(posted('4', 'morning'), sam('sam-a')),
      inGarage(posted('5', 'hello'), sam('sam-b')),
      inGarage(posted('6', said)),
    ]);
    const memories = () =>
      store.database.query<{ memory_id: string; status: string; pattern: string }>(
        `select m.memory_id, m.status, e.pattern from memories m join memory_evidence e using (memory_id)
         where m.content = 'Cleaned the tent'`,
      );
    await until(async () => (await memories()).length > 0);
    const [memory] = await memories();
    expect([memory?.status, memory?.pattern]).toEqual(['pending', 'proposed']);
    const [review] = await store.database.query<{ status: string; candidates: string[] }>(
      'select status, candidates from review_items where review_id = $1',
      [memory?.memory_id ?? null],
    );
    expect([review?.status, review?.candidates.length]).toEqual(['pending', 2]);
  });

  /** The loop by itself, so that what the model does is chosen call by call. */
  const looping = (propose: () => Promise<readonly Proposal[]>, proposer: string) => {
    const errors: unknown[] = [];
    const calls: number[] = [];
    const loop = new ProposalLoop({
      ...store,
      proposer: {
        version: proposer,
        propose: () => {
          calls.push(Date.now());
          return propose();
        },
      },
      version: 'none',
      pauseMs: 0,
      restMs: 120,
      dailyMessages: 1_000_000,
      now: () => new Date(),
      onError: (error) => errors.push(error),
    });
    return { loop, errors, calls };
  };
  const proposers = async (): Promise<readonly string[]> =>
    (await store.database.query<{ proposer: string }>('select distinct proposer from fact_proposals')).map(
      ({ proposer }) => proposer,
    );

  it('is asked for less and less often while the model is away, and nothing is lost', async () => {
    await ingest.stop();
    const away = new ProposingError('the language model answered 503', 'away');
    let tries = 0;
    const { loop, errors, calls } = looping(
      () => ((tries += 1) < 4 ? Promise.reject(away) : Promise.resolve([])),
      'back',
    );
    loop.start(() => undefined);
    await until(async () => (await proposers()).includes('back'));
    await loop.stop();
    expect(errors).toEqual([away, away, away]);
    const rests = calls.slice(1, 4).map((at, index) => at - (calls[index] ?? 0));
    expect(rests.map((ms, index) => ms >= 110 * 2 ** index)).toEqual([true, true, true]);
  });

  it('is given up where no answer can be read three times, with those messages alone', async () => {
    const unreadable = new ProposingError('no answer of the asked shape', 'unreadable');
    const { loop, errors, calls } = looping(() => Promise.reject(unreadable), 'odd');
    loop.start(() => undefined);
    await until(async () => (await proposers()).includes('odd'));
    await loop.stop();
    expect(errors.slice(0, 3)).toEqual([unreadable, unreadable, unreadable]);
    expect(calls.length).toBeGreaterThanOrEqual(3);
    ingest = await Ingesting.start(store, null, settings());
  });

  it('is asked of no more messages a day than the tenant may have asked', async () => {
    await ingest.stop();
    const asked = endpoint.asked.length;
    ingest = await Ingesting.start(store, null, { ...settings('other'), KITH_EXTRACTOR_DAILY_MESSAGES: '3' });
    await ingest.publish([posted('3', 'I am allergic to figs')]);
    await ingest.readAnew();
    expect(endpoint.asked.length).toBe(asked);
    expect(await contents()).toEqual(['Allergic to figs']);
  });
});
