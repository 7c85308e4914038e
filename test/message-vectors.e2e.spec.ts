import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CachedEmbedder, Embedder, EmbeddingStore, type Purpose } from '#embeddings';
import { openEngines as openConfigured, type Engines } from '#standalone';
import { HashingEmbedder } from '#testing';
import { FORMER_EMBEDDER } from '#wiring';
import { openEngines } from './support/engines.js';
import { channel, dm, workspace, World } from './support/world.js';

/** As near as words make it, under another name and of another width. */
class OtherEmbedder extends Embedder {
  readonly model = 'hashing-other';
  readonly dimensions = 256;
  private readonly inner = new HashingEmbedder();
  isHeld = false;

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    while (this.isHeld) await pause(5);
    const vectors = await this.inner.embed(texts);
    return vectors.map((vector) => {
      const half = vector.map((value, at) => value + (vector[at + 256] ?? 0)).subarray(0, 256);
      const length = Math.hypot(...half) || 1;
      return half.map((value) => value / length);
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Holds what is to be indexed, and answers who asks. */
class HeldEmbedder extends HashingEmbedder {
  isHeld = false;

  override async embed(texts: readonly string[], purpose?: Purpose): Promise<readonly Float32Array[]> {
    while (this.isHeld && purpose !== 'query') await pause(5);
    return super.embed(texts);
  }
}

const until = async (what: () => Promise<boolean>): Promise<void> => {
  const limit = Date.now() + 30_000;
  while (!(await what())) {
    if (Date.now() > limit) throw new Error('it never came to be');
    await pause(20);
  }
};

const vectorsOf = async ({ database }: Engines, model: string): Promise<number> => {
  const [row] = await database.query<{ count: string }>(
    `select count(*) as count from memory_index_vectors join memory_index using (memory_id)
     where model = $1 and kind = 'message'`,
    [model],
  );
  return Number(row?.count ?? 0);
};

const allHave = async (engines: Engines, model: string): Promise<boolean> => {
  const [row] = await engines.database.query<{ missing: string; all: string }>(
    `select count(*) as all, count(*) filter (where not exists
       (select from memory_index_vectors as vectors where vectors.memory_id = row.memory_id and model = $1)) as missing
     from memory_index as row where kind = 'message' and not removed`,
    [model],
  );
  return row?.missing === '0' && row.all !== '0';
};

const town = workspace('town');
const square = channel('square', town);

describe('the vector of a message', () => {
  let world: World;
  let engines: Engines;
  const held = new HeldEmbedder();
  const { model } = held;
  const count = () => vectorsOf(engines, model);
  const allAre = () => allHave(engines, model);
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => {
      const opened = await openEngines(...given);
      engines = {
        ...opened,
        embedder: new CachedEmbedder(held, new EmbeddingStore(opened.database)),
      };
      return engines;
    });
  }, 120_000);
  afterAll(() => world.close());

  it('is waited for by no fact: many at once, and those whose encoder is slow, are found by their words first', async () => {
    held.isHeld = true;
    const instruments = [
      'viola',
      'lute',
      'oboe',
      'zither',
      'tuba',
      'harp',
      'fiddle',
      'flute',
      'banjo',
      'organ',
    ];
    await world.publish(
      ...['uma', 'vito'].flatMap((who) =>
        instruments.map((name) => world.posted(who, square, `I play the ${name}`)),
      ),
    );
    const { results } = await world.ask('uma', square, 'who plays the zither?', { top_k: 50, threshold: 0 });
    expect(results.map(({ memory }) => memory)).toContain('Plays the zither');
    held.isHeld = false;
    await until(async () => {
      const [row] = await engines.database.query<{ count: string }>(
        `select count(*) as count from memory_index as row where kind = 'fact' and exists
           (select from memory_index_vectors as vectors where vectors.memory_id = row.memory_id)`,
      );
      return row?.count === '20';
    });
  });

  /** All of an answer that somebody could look at. */
  const answerTo = async (who: string, query: string): Promise<string> => {
    const { results, context } = await world.ask(who, square, query, {
      include_messages: true,
      threshold: 0,
      top_k: 50,
    });
    return JSON.stringify([
      context,
      results.map(({ memory, score, similarity }) => [memory, score, similarity]),
    ]);
  };

  it('is there when its message was waited for, and follows where many came at once', async () => {
    const having = async (...ids: readonly string[]): Promise<number> => {
      const [row] = await engines.database.query<{ count: string }>(
        `select count(*) as count from memory_index_vectors v join messages m on m.record_id::text = v.memory_id
         where m.message_id = any($1::text[])`,
        [ids],
      );
      return Number(row?.count ?? 0);
    };
    const said = (message_id: string, text: string) => world.posted('oleg', square, text, { message_id });
    await world.publish(said('heron', 'a heron sat on the jetty this morning'));
    expect(await having('heron')).toBe(1);
    const many = Array.from({ length: 20 }, (_, at) => `bus-${String(at)}`);
    await world.publish(...many.map((id) => said(id, `${id} leaves from the mill`)));
    await until(async () => (await having(...many)) === many.length);
  });

  it('follows its words, and goes with them: edited, deleted, forgotten', async () => {
    await until(allAre);
    const before = await count();
    await world.publish(
      world.posted('ines', square, 'the ferry to the island was late again', { message_id: 'v-1' }),
      world.posted('ines', square, 'somebody left a kayak in the yard', { message_id: 'v-2' }),
      world.posted('oleg', square, 'the bakery shuts on tuesdays now', { message_id: 'v-3' }),
    );
    expect(await answerTo('ines', 'ferry')).toContain('the ferry to the island');
    await until(async () => (await count()) === before + 3);
    const near = await answerTo('ines', 'is a kayak left in the yard?');
    await world.publish(world.edited('v-2', square, 'nothing was left there at all'));
    expect(await answerTo('ines', 'is a kayak left in the yard?')).not.toBe(near);
    await until(async () => (await count()) === before + 3);
    await world.publish(world.deleted('v-1', square));
    expect(await count()).toBe(before + 2);
    await world.say('oleg', dm('oleg'), 'forget everything about me');
    await until(allAre);
    expect(await answerTo('ines', 'bakery')).not.toContain('bakery shuts');
    const [left] = await engines.database.query<{ count: string }>(
      `select count(*) as count from memory_index_vectors as vectors where not exists
         (select from memory_index as row where row.memory_id = vectors.memory_id and not removed and row.text_key = vectors.text_key)`,
    );
    expect(left?.count).toBe('0');
  });

  it('of a message that is hidden changes no answer, no score and no order', async () => {
    const [den, query] = [dm('quentin'), 'who keeps bees behind the mill?'];
    await world.publish(
      world.posted('ines', square, 'the bees behind the mill are loud this year'),
      world.posted('petra', square, 'my aunt has hives behind the old mill'),
      world.posted('ines', square, 'lunch at noon then'),
    );
    await until(allAre);
    const before = await answerTo('ines', query);
    const had = await count();
    await world.publish(
      world.posted('quentin', den, 'who keeps bees behind the mill? i do, behind the mill'),
      world.posted('quentin', den, 'bees bees bees'),
      world.posted('quentin', den, 'zzz'),
    );
    await until(allAre);
    expect(await count()).toBe(had + 3);
    expect(await answerTo('ines', query)).toBe(before);
    expect(await answerTo('quentin', query)).not.toBe(before);
  });
});

describe('another encoder', () => {
  it('is built beside the one that answers, goes on when it was killed between, and then takes its place', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kith-encoders-'));
    let engines: Engines | null = null;
    const open = (embedder: Embedder) =>
      World.open(
        { KITH_DATA_DIR: dataDir },
        undefined,
        async (...given) => (engines = { ...(await openConfigured(...given)), embedder }),
        undefined,
        () => [
          [
            FORMER_EMBEDDER,
            (model: string) => Promise.resolve(model === 'hashing-1' ? new HashingEmbedder() : null),
          ],
        ],
      );
    const opened = (): Engines => {
      if (engines === null) throw new Error('nothing is open');
      return engines;
    };
    const similarity = async (world: World): Promise<number | null> => {
      const { results } = await world.ask('una', square, 'a dog named Rex', { include_messages: true });
      return results[0]?.similarity ?? null;
    };
    let world = await open(new HashingEmbedder());
    await world.say('una', square, 'I have a dog named Rex');
    await world.say('una', square, 'the mill is loud tonight');
    await until(async () => (await vectorsOf(opened(), 'hashing-1')) === 2);
    const before = await similarity(world);
    await world.close();

    const other = new OtherEmbedder();
    other.isHeld = true;
    world = await open(other);
    expect(await opened().index.models()).toEqual({ answering: 'hashing-1', building: 'hashing-other' });
    expect(await similarity(world)).toBe(before);
    // What is said meanwhile is found as before.
    await world.say('una', square, 'I work at the lighthouse');
    expect(await vectorsOf(opened(), 'hashing-other')).toBe(0);
    await world.close();
    other.isHeld = false;

    world = await open(new OtherEmbedder());
    await until(async () => (await opened().index.models()).answering === 'hashing-other');
    await until(() => allHave(opened(), 'hashing-other'));
    expect(await opened().index.models()).toEqual({ answering: 'hashing-other', building: null });
    expect(await vectorsOf(opened(), 'hashing-1')).toBe(0);
    expect(await similarity(world)).not.toBeNull();
    await world.close();
    await rm(dataDir, { recursive: true, force: true });
  }, 180_000);
});
