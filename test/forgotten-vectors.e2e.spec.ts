import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CachedEmbedder, EmbeddingStore } from '#embeddings';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { HashingEmbedder } from '#testing';
import { channel, dm, workspace, World } from './support/world.js';

describe('the vector of a text', () => {
  let world: World;
  let engines: Engines;
  const model = new HashingEmbedder().model;
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => {
      const opened = await openEngines(...given);
      const embedder = new CachedEmbedder(new HashingEmbedder(), new EmbeddingStore(opened.database));
      engines = { ...opened, embedder };
      return engines;
    });
  }, 120_000);
  afterAll(() => world.close());

  const isKept = async (text: string): Promise<boolean> => {
    await world.platform.settled(30_000);
    const key = createHash('sha256').update(model).update('\0').update(text).digest('hex');
    const rows = await engines.database.query('select key from embedding_cache where key = $1', [key]);
    return rows.length > 0;
  };
  const idOf = async (person: string, place = dm(person)): Promise<string> => {
    const [found] = (await world.ask(person, place, 'what do you know about me?')).results;
    return found?.id ?? '';
  };

  it.each([
    ['the speaker asks for it', 'Plays the zurna', 'please forget that I play the zurna'],
    ['everything of the speaker is forgotten', 'Plays the duduk', 'forget everything about me'],
  ])('goes when %s', async (_how, content, order) => {
    const who = content.slice(-5);
    await world.say(who, dm(who), content.replace('Plays', 'I play'));
    expect(await isKept(content)).toBe(true);
    await world.say(who, dm(who), order);
    expect(await isKept(content)).toBe(false);
  });

  it('goes when a memory is deleted by a call, and when its message is edited or deleted', async () => {
    const [hall] = [channel('vector-hall', workspace('vectors'))];
    await world.say('yara', dm('yara'), 'I play the kora');
    const { status } = await world.call('DELETE', `/v1/memories/${await idOf('yara')}`);
    expect([status < 300, await isKept('Plays the kora')]).toEqual([true, false]);
    await world.say('zeno', hall, 'I play the lyre', { message_id: 'edited' });
    await world.publish(world.edited('edited', hall, 'I play the harp'));
    expect([await isKept('Plays the lyre'), await isKept('Plays the harp')]).toEqual([false, true]);
    await world.publish(world.deleted('edited', hall));
    expect(await isKept('Plays the harp')).toBe(false);
  });

  it('goes with an erasure, that of the message too', async () => {
    const said = 'I play the theremin';
    await world.say('wanda', dm('wanda'), said);
    expect(await isKept('Plays the theremin')).toBe(true);
    const { body } = await world.call('GET', '/v1/scope?platform=chat&platform_user_id=wanda');
    const order = { entity_id: (body as { user_id: string }).user_id, kind: 'both' };
    const saying = await engines.database.query<{ id: string }>(
      `select record_id as id from messages where text = $1 union select memory_id from memories where content = $2`,
      [said, 'Plays the theremin'],
    );
    expect(saying).toHaveLength(2);
    const vectors = async () =>
      engines.database.query('select from memory_index_vectors where memory_id = any($1)', [
        saying.map(({ id }) => id),
      ]);
    // Those of messages come after their words.
    for (const until = Date.now() + 30_000; (await vectors()).length < 2 && Date.now() < until;)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await vectors()).toHaveLength(2);
    const erasure = await world.call('POST', '/v1/erasures', order);
    const { id } = erasure.body as { id: string };
    for (const until = Date.now() + 30_000; Date.now() < until;) {
      const { status } = (await world.call('GET', `/v1/erasures/${id}`)).body as { status: string };
      if (status !== 'running') break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect([await isKept('Plays the theremin'), await isKept(said)]).toEqual([false, false]);
    expect(await vectors()).toEqual([]);
  });

  it('stays while somebody else says the same, and finds it', async () => {
    for (const who of ['ulla', 'vito']) await world.say(who, dm(who), 'I play the bassoon');
    await world.say('ulla', dm('ulla'), 'please forget that I play the bassoon');
    expect(await isKept('Plays the bassoon')).toBe(true);
    const heard = await world.ask('vito', dm('vito'), 'what do I play?');
    expect(heard.context).toContain('bassoon');
    await world.say('vito', dm('vito'), 'please forget that I play the bassoon');
    expect(await isKept('Plays the bassoon')).toBe(false);
  });

  it('is kept of nothing that the store does not hold', async () => {
    const [orphans] = await engines.database.query<{ count: string }>(
      'select count(*) as count from embedding_cache where key not in (select key from embedding_holders)',
    );
    expect(orphans?.count).toBe('0');
  });
});
