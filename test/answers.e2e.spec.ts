import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Reranker } from '#embeddings';
import { openEngines } from './support/engines.js';
import { channel, dm, memoriesOf, under, workspace, World } from './support/world.js';

const pier = channel('pier', workspace('harbour'));
/** As a caller asks who gives neither a threshold nor a wish about messages. */
const plain = { threshold: null, include_messages: 'auto' };

/** Fails, and notes what it was given, until it is told how to rate. */
class MoodyReranker extends Reranker {
  readonly given: string[] = [];
  rating: ((text: string) => number) | null = null;
  rate(_question: string, texts: readonly string[]): Promise<readonly number[]> {
    this.given.push(...texts);
    const { rating } = this;
    return rating === null
      ? Promise.reject(new Error('it is away'))
      : Promise.resolve(texts.map((text) => rating(text)));
  }
}

/** All of these are answered with a reranker that fails: the order is as it was. */
describe('an answer', () => {
  const reranker = new MoodyReranker();
  let world: World;
  beforeAll(async () => {
    world = await World.open({}, undefined, openEngines, new PassThrough().resume(), () => [
      [Reranker, reranker],
    ]);
    await world.publish(
      world.joined('odile', pier),
      world.joined('bram', pier),
      world.posted('odile', pier, 'I work as a plumber'),
      world.posted('odile', pier, 'I love rhubarb'),
      world.posted('bram', pier, 'I play the bassoon'),
      world.posted('bram', pier, 'the crane fell over again, they towed the barge to basin nine'),
    );
  });
  afterAll(() => world.close());
  const ask = async (query: string, extra: object = {}) =>
    world.ask('bram', pier, query, { ...plain, ...extra });

  it('holds what answers, of whom it is asked', async () => {
    expect(memoriesOf(await ask('what is the profession of Odile?'))).toEqual([
      expect.stringMatching(/plumber/iu),
    ]);
    expect(memoriesOf(await ask('who plays an instrument?')).join()).toMatch(/bassoon/iu);
    expect(memoriesOf(await ask('who plays an instrument?')).join()).not.toMatch(/rhubarb|plumber/iu);
  });

  it('is none where nothing answers, and everything for threshold 0', async () => {
    for (const query of ['will it rain tomorrow?', 'ok thanks', 'what is the shoe size of Odile?'])
      expect({ query, results: memoriesOf(await ask(query)) }).toEqual({ query, results: [] });
    const all = memoriesOf(await ask('will it rain tomorrow?', { threshold: 0, include_messages: false }));
    expect(all.join()).toMatch(/bassoon/iu);
    expect(all.join()).toMatch(/plumber/iu);
  });

  it('quotes nobody, where others read along, with what they said alone to the agent', async () => {
    await world.say('bram', dm('bram'), 'the lantern cost 900 crowns at the ferry market');
    const query = 'how much was the lantern?';
    expect((await ask(query)).context).not.toMatch(/900/u);
    expect((await world.ask('bram', dm('bram'), query, plain)).context).toMatch(/900 crowns/u);
  });

  it('quotes what was said where no fact answers, and not where one does', async () => {
    const { context } = await ask('where did they tow the barge?');
    expect(under(context, 'From Past Conversations')).toEqual([
      expect.stringMatching(/^- Bram \(\d{4}-\d\d-\d\d\): ".*basin nine.*"$/u),
    ]);
    expect((await ask('where did they tow the barge?', { include_messages: false })).context).not.toMatch(
      /basin/u,
    );
    expect((await ask('what is the profession of Odile?')).context).not.toContain(
      '### From Past Conversations',
    );
  });

  describe('goes on where a quoted line is half of what was said', () => {
    const quay = channel('quay', workspace('quay-space'));
    const hears = async (viewer: string, query: string): Promise<string> =>
      (await world.ask(viewer, quay, query, plain)).context;
    beforeAll(async () => {
      await world.publish(...['pia', 'quirin', 'rosa', 'sten'].map((who) => world.joined(who, quay)));
      await world.publish(
        world.posted('pia', quay, 'which gate does the fish lorry come through?'),
        world.posted('quirin', quay, 'the green one behind the cannery'),
        world.posted('pia', quay, 'i spoke with the harbour pilot this morning'),
        world.posted('pia', quay, "her name's Solveig Dahl btw"),
        world.posted('rosa', quay, 'who left a bag of oysters on the scales?'),
        world.posted('sten', quay, "that was Ulf. don't tell Pia"),
      );
    });

    it('with the answer to a question', async () => {
      expect(await hears('rosa', 'which gate does the fish lorry use?')).toMatch(/behind the cannery/u);
    });
    it('with what its speaker said on', async () => {
      expect(await hears('rosa', 'who is the harbour pilot that was spoken with?')).toMatch(/Solveig/u);
    });
    it('and not with what is kept from who asks', async () => {
      expect(await hears('pia', 'who left the bag of oysters on the scales?')).not.toMatch(/Ulf/u);
    });
    it('and not past what a caller filters for', async () => {
      const filters = { NOT: { memory_type: 'task' } };
      const { context } = await world.ask('rosa', quay, 'which gate does the fish lorry use?', {
        ...plain,
        filters,
      });
      expect(context).not.toMatch(/cannery/u);
    });
  });

  it('is put in order by a reranker that is given allowed facts alone', async () => {
    await world.say('odile', dm('odile'), 'between us: I work as a smuggler at night');
    const everything = { threshold: 0, include_messages: true, top_k: 50 };
    const query = 'what does Odile work as?';
    const before = await ask(query, everything);
    reranker.given.length = 0;
    reranker.rating = (text) => (/bassoon/u.test(text) ? 1 : 0);
    const after = await ask(query, everything);
    const last = await ask(query, { ...everything, sort_by: 'recency' });
    reranker.rating = null;
    expect(memoriesOf(before)[0]).toMatch(/plumber/iu);
    expect(memoriesOf(after)[0]).toMatch(/bassoon/iu);
    expect([...memoriesOf(after)].sort()).toEqual([...memoriesOf(before)].sort());
    const facts = before.results.filter(({ kind }) => kind === 'fact').map(({ memory }) => memory);
    expect([...reranker.given].sort()).toEqual([...facts].sort());
    expect(reranker.given.join()).not.toMatch(/smuggler|barge/u);
    expect(memoriesOf(last)[0]).not.toMatch(/smuggler/u);
  });
});
